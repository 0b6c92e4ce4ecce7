import type { FigureId, WhyView } from '@framelift/contracts';
import { formatDate, shortened } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { useWhy } from './useWhy.ts';
import { formatChange, formatFigure, unitOfParts } from './whyWords.ts';
import styles from './WhyPanel.module.css';

interface Props {
  view: WhyView;
  parts: WhyView['parts'];
  of: string;
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** The figure that explains what a part is about: that of its sale or its cashout. */
const figureOfThing = (of: string): FigureId | null => {
  if (/^[0-9a-z]{16}-\d+$/.test(of)) return 'requested';
  if (/^[0-9a-z]{16}$/.test(of)) return 'account';
  return /^[a-z]+-./.test(of) ? 'earned' : null;
};

/** The events of a number in words, the newest first, each with the value after it. */
export function WhyParts({ view, parts, of, list }: Props) {
  const { open } = useWhy();
  const unit = unitOfParts(view.unit);
  const isRatio = view.unit === 'basisPoints';
  return (
    <>
      <ol className={styles.parts}>
        {parts.map((part) => {
          const figure = (part.figure as FigureId | null) ?? (part.of && part.of !== of ? figureOfThing(part.of) : null);
          const says = shortened(part.says);
          return (
            <li key={`${part.position} ${part.figure ?? ''} ${part.of ?? ''}`}>
              <div>
                {figure ? (
                  <button type="button" className={styles.link} onClick={() => open(figure, part.of ?? of)}>
                    {says}
                  </button>
                ) : (
                  says
                )}
                {!part.figure && <Faint>{formatDate(part.recordedAt)}</Faint>}
              </div>
              <div className={styles.amounts}>
                <p>{isRatio ? formatFigure(unit, part.amount) : formatChange(unit, part.amount)}</p>
                {!isRatio && <Faint>{formatFigure(unit, part.running)}</Faint>}
              </div>
            </li>
          );
        })}
      </ol>
      {list.hasNextPage && (
        <Button size="small" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {list.isFetchingNextPage ? 'Loading...' : 'Show older events'}
        </Button>
      )}
    </>
  );
}
