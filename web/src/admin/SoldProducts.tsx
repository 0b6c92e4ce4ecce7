import type { AdminTrendsView } from '@framelift/contracts';
import { formatCount, formatMoney } from '../lib/format.ts';
import { Measured } from '../ui/charts/Measured.tsx';
import { TableCard } from '../ui/layout/TitledCard.tsx';
import { type Column, Table } from '../ui/lists/Table.tsx';

type Product = AdminTrendsView['products'][number];

const columnsOf = (products: readonly Product[]): Column<Product>[] => [
  { header: 'Product', cell: ({ title }) => title, long: true },
  { header: 'Sales', cell: ({ sales }) => formatCount(sales), numeric: true },
  { header: 'Commission', cell: ({ commission }) => formatMoney(commission), numeric: true },
  {
    header: 'Revenue',
    cell: ({ revenue }) => <Measured of={revenue} most={Math.max(...products.map((each) => each.revenue))} text={formatMoney(revenue)} />,
    numeric: true,
  },
];

/** What was sold in the time of the chart above it. `when`: that time in words. */
export function SoldProducts({ products, when }: { products: Product[]; when: string }) {
  if (!products.length) return null;
  return (
    <TableCard as="section" title="Sales by product">
      <Table caption={`Sales by product, ${when}`} columns={columnsOf(products)} rows={products} keyOf={({ title }) => title} />
    </TableCard>
  );
}
