import type { WhyView } from '@framelift/contracts';
import { formatCount, formatDate } from '../../lib/format.ts';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { useWhy } from './useWhy.ts';
import { changesSince, figureOfKind, formatChange, formatFigure, kindName, sentenceOf, unitOfParts } from './whyWords.ts';
import styles from './WhyPanel.module.css';

interface Props {
  view: WhyView;
  /** The same now, where `view` is of an earlier moment. */
  now: WhyView | undefined;
  of: string;
}

/** The number, the sentence that it is the sum of, its kinds, and what changed since. */
export function WhySum({ view, now, of }: Props) {
  const { open } = useWhy();
  const { unit, value, sums, at } = view;
  const changes = changesSince(sums, now?.sums ?? sums);
  const kinds = sums.map((sum) => {
    const figure = figureOfKind(sum.kind);
    const name = figure ? (
      <button key={sum.kind} type="button" className={styles.link} onClick={() => open(figure, of)}>
        {kindName(sum)}
      </button>
    ) : (
      kindName(sum)
    );
    return [sum.kind, name, formatFigure(unitOfParts(unit), sum.amount)] as const;
  });
  return (
    <section className={styles.sum}>
      <p className={styles.value} aria-live="polite">
        {formatFigure(unit, value)}
      </p>
      <Soft>{sums.length ? sentenceOf(view) : 'Nothing has happened that counts here.'}</Soft>
      {sums.length > 1 && (
        <dl className={styles.kinds}>
          {kinds.map(([kind, name, amount]) => (
            <div key={kind}>
              <dt>{name}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      )}
      {now && changes.length > 0 && (
        <div className={styles.since}>
          <p>
            {now.value === value ? 'No change' : formatChange(unit, now.value - value)} since {formatDate(at.recordedAt)}
          </p>
          <Facts as="rows" facts={changes.map((sum) => [kindName(sum), formatChange(unitOfParts(unit), sum.amount)] as const)} />
        </div>
      )}
      <Faint>Up to event {formatCount(at.position)} of the log</Faint>
    </section>
  );
}
