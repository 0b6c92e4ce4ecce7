import { Stack } from '../../ui/layout/Stack.tsx';
import { saleSorts, saleStatuses } from '../evidence/saleColumns.tsx';
import { OpenEvidence } from '../evidence/OpenEvidence.tsx';
import { SalesFound } from '../evidence/SalesFound.tsx';
import { ListTools } from '../ListTools.tsx';
import { useList } from '../useList.ts';

/** The checkouts that an affiliate brought, and what became of them. */
export function AffiliateSales({ id }: { id: string }) {
  const list = useList();
  return (
    <Stack>
      <ListTools list={list} search="Search transaction or a buyer’s whole email" sorts={saleSorts} statuses={saleStatuses} />
      <SalesFound list={list} affiliate={id} />
      <OpenEvidence />
    </Stack>
  );
}
