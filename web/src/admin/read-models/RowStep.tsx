import type { RowStepsView } from '@framelift/contracts';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { inWords } from '../event-history/eventWords.ts';
import { FieldValue } from '../event-history/FieldValue.tsx';
import styles from './RowSteps.module.css';
import { RowValues } from './RowValues.tsx';

type Step = RowStepsView['steps'][number];

interface Props {
  step: Step;
  columns: RowStepsView['columns'];
}

/** One event and what it changed of the row, column by column. */
export function RowStep({ step, columns }: Props) {
  const { position, type, streamId, occurredAt, recordedAt, before, after } = step;
  const changed = Object.keys(columns).filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  // A new row is mostly empty.
  const shown = before ? changed : changed.filter((name) => !['null', '0', 'false', '[]', '{}'].includes(JSON.stringify(after?.[name])));
  return (
    <li className={styles.step}>
      <div className={styles.head}>
        <Link to={adminPath('events', position)}>{inWords(type)}</Link>
        <Verdict step={step} changed={changed.length} />
      </div>
      <Faint>
        #{formatCount(position)} · {formatMoment(occurredAt)} · {streamId}
      </Faint>
      {formatMoment(recordedAt) !== formatMoment(occurredAt) && <Faint>Recorded {formatMoment(recordedAt)}</Faint>}
      {after && (
        <RowValues
          values={shown.map((name) => [
            name,
            <Change
              key={name}
              name={name}
              isCents={columns[name]!.isCents}
              before={before && { value: before[name] }}
              after={after[name]}
            />,
          ])}
        />
      )}
    </li>
  );
}

interface ChangeProps {
  name: string;
  isCents: boolean;
  before: { value: unknown } | null;
  after: unknown;
}

function Change({ name, isCents, before, after }: ChangeProps) {
  return (
    <>
      {before && (
        <>
          <del>
            <FieldValue name={name} value={before.value} isCents={isCents} short />
          </del>
          <ArrowRight aria-label="becomes" />
        </>
      )}
      <ins>
        <FieldValue name={name} value={after} isCents={isCents} short />
      </ins>
    </>
  );
}

function Verdict({ step: { before, after, leftOut }, changed }: { step: Step; changed: number }) {
  if (leftOut === 'skipped') return <Badge tone="yellow">Skipped by an operator</Badge>;
  if (leftOut === 'parked') return <Badge tone="red">Parked</Badge>;
  if (!before && after) return <Badge tone="green">Row created</Badge>;
  if (before && !after) return <Badge tone="red">Row deleted</Badge>;
  return changed ? null : <Badge>Nothing changed</Badge>;
}
