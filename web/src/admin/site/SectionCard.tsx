import type { Product } from '@framelift/contracts/products';
import { type Announcement, siteSectionNames } from '@framelift/contracts/site';
import { Pencil } from 'lucide-react';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { DraftBar } from './DraftBar.tsx';
import type { SectionView } from './siteApi.ts';
import { commissionWords, priceWords } from './siteWords.ts';

/** A section as it is published, and its draft. */
export function SectionCard({ view, onEdit }: { view: SectionView; onEdit: () => void }) {
  const { section, published, publishedAt, by, draft } = view;
  const name = siteSectionNames[section];
  return (
    <TitledCard
      title={name}
      beside={
        <Button size="small" onClick={onEdit} aria-label={`Edit ${name.toLowerCase()}`}>
          <Pencil aria-hidden />
          Edit
        </Button>
      }
    >
      {section === 'products' ? (
        <Products products={published['products'] as Product[]} />
      ) : (
        <Line {...(published as unknown as Announcement)} />
      )}
      <Faint>{publishedAt && by ? `Published by ${by}, ${formatMoment(publishedAt)}` : 'Never changed.'}</Faint>
      {draft && <DraftBar view={view} draft={draft} />}
    </TitledCard>
  );
}

function Products({ products }: { products: readonly Product[] }) {
  const facts = products.map((product) => {
    const said = product.kind === 'paid' ? ` · commission ${commissionWords(product.commission).toLowerCase()}` : '';
    return [product.title, `${priceWords(product)}${said}`] as const;
  });
  return <Facts as="rows" facts={facts} />;
}

function Line({ text, link, fromAt, untilAt }: Announcement) {
  if (!text) return <Soft>No announcement.</Soft>;
  const facts: [string, string][] = [
    ['Text', text],
    ['Link', link ?? 'None'],
    ['From', fromAt ? formatMoment(fromAt) : 'At once'],
    ['Until', untilAt ? formatMoment(untilAt) : 'No end'],
  ];
  return <Facts as="rows" facts={facts} />;
}
