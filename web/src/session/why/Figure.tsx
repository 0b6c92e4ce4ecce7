import type { FigureId } from '@framelift/contracts';
import { figureLabels } from './figureLabels.ts';
import styles from './Figure.module.css';
import { useWhy } from './useWhy.ts';
import { WhyPanel } from './WhyPanelLoaded.ts';

interface Props {
  figure: FigureId;
  /** Whose it is; without it, the signed-in affiliate’s or the programme’s. */
  of?: string;
  /** As it is shown. */
  children: string;
}

/** A number that says where it comes from: it opens the panel with its events. */
export function Figure({ figure, of, children }: Props) {
  const { open } = useWhy();
  return (
    <button
      type="button"
      className={styles.figure}
      aria-label={`${figureLabels[figure]}, ${children}, show why`}
      aria-haspopup="dialog"
      onPointerEnter={WhyPanel.preload}
      onClick={() => open(figure, of)}
    >
      {children}
    </button>
  );
}
