import type { TermsPreviewView } from '@framelift/contracts';
import { toEuros } from '@framelift/contracts/rules';
import { useEffect, useRef } from 'react';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import styles from './programme.module.css';

/** How many affiliates are listed: those with the largest differences. */
const LISTED = 50;

type Earned = TermsPreviewView['total'];

const difference = ({ beforeCents, afterCents }: Earned): string => {
  const euros = toEuros(afterCents - beforeCents);
  return `${euros > 0 ? '+' : ''}${formatMoney(euros)}`;
};

const columns: Column<TermsPreviewView['affiliates'][number]>[] = [
  { header: 'Affiliate', cell: ({ username }) => username },
  { header: 'Earned', cell: ({ beforeCents }) => formatMoney(toEuros(beforeCents)), numeric: true },
  { header: 'With these terms', cell: ({ afterCents }) => formatMoney(toEuros(afterCents)), numeric: true },
  { header: 'Difference', cell: difference, numeric: true },
];

/** What the last 12 months would have come to. It takes the focus, as it is what was asked for. */
export function TermsPreview({ view: { affiliates, total } }: { view: TermsPreviewView }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} className={styles.preview} tabIndex={-1} aria-label="Preview">
      <h3>The last 12 months with these terms</h3>
      <Facts
        as="columns"
        facts={[
          ['Earned', formatMoney(toEuros(total.beforeCents))],
          ['With these terms', formatMoney(toEuros(total.afterCents))],
          ['Difference', difference(total)],
        ]}
      />
      {affiliates.length === 0 ? (
        <p>No affiliate would have earned more or less.</p>
      ) : (
        <Table caption="Difference per affiliate" columns={columns} rows={affiliates.slice(0, LISTED)} keyOf={({ id }) => id} />
      )}
      {affiliates.length > LISTED && <Faint>And {formatCount(affiliates.length - LISTED)} more with smaller differences.</Faint>}
      <Soft>
        Past earnings don’t change: new terms apply from now on. Attribution window, holding period and minimum cashout are not part of this
        comparison.
      </Soft>
    </section>
  );
}
