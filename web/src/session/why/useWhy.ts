import type { FigureId } from '@framelift/contracts';
import { figureLabels } from './figureLabels.ts';
import { useAddress } from '../useAddress.ts';

/** A figure and what it is of: an id, or a month (2026-05); empty: of the signed-in affiliate, or of the programme. */
export interface Asked {
  figure: FigureId;
  of: string;
  /** The moment it is asked about (ISO 8601 UTC); empty: now. */
  at: string;
}

const names = ['why', 'of', 'at'] as const;

/** The figure that the address asks about, which opens the panel. */
export const useWhy = () => {
  const { texts, change } = useAddress(names);
  const figure = Object.hasOwn(figureLabels, texts.why) ? (texts.why as FigureId) : undefined;
  const asked: Asked | null = figure ? { figure, of: texts.of, at: texts.at } : null;
  return {
    asked,
    open: (figure: FigureId, of = '', at = '') => change({ why: figure, of, at }, { push: true }),
    setAt: (at: string) => change({ at }),
    close: () => change({ why: '', of: '', at: '' }),
  };
};
