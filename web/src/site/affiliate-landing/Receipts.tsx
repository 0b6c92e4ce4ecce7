import { receiptPath } from '@framelift/contracts/receipts';
import { receiptWords } from '../../session/receipts/receiptWords.ts';
import { Stat, Stats } from '../../ui/Stat.tsx';
import { useReceiptsOnPage } from '../feeds.ts';
import { Section } from '../Section.tsx';

/** Numbers that affiliates share and allow here; each leads to its page. Shows nothing while there is none. */
export function Receipts({ title }: { title: string }) {
  const { data } = useReceiptsOnPage();
  if (!data?.receipts.length) return null;
  return (
    <Section eyebrow="Receipts" title={title}>
      <Stats>
        {data.receipts.map((receipt) => {
          const { amount, what } = receiptWords(receipt);
          return <Stat key={receipt.id} label={`${receipt.name} · ${what}`} value={<a href={receiptPath(receipt.id)}>{amount}</a>} />;
        })}
      </Stats>
    </Section>
  );
}
