import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { ListTools } from '../ListTools.tsx';
import { useList } from '../useList.ts';
import { Intents } from './Intents.tsx';
import { MissingSales } from './MissingSales.tsx';
import { MissingSalesBand } from './MissingSalesBand.tsx';
import { OpenEvidence } from './OpenEvidence.tsx';
import { saleSorts, saleStatuses } from './saleColumns.tsx';
import { SalesFound } from './SalesFound.tsx';

const statuses = { ...saleStatuses, intents: 'Never reached the store', missing: 'Missing sale claims' };

/** Every checkout and what became of it, down to the evidence of one. */
export function SalesTab() {
  const list = useList();
  return (
    <Stack>
      <SectionTitle>Sales</SectionTitle>
      {list.asked.status !== 'missing' && <MissingSalesBand />}
      <ListTools
        list={list}
        search="Search transaction, product, affiliate or a buyer’s whole email"
        sorts={saleSorts}
        statuses={statuses}
      />
      {list.asked.status === 'intents' && <Intents list={list} />}
      {list.asked.status === 'missing' && <MissingSales list={list} />}
      {!['intents', 'missing'].includes(list.asked.status) && <SalesFound list={list} />}
      <OpenEvidence />
    </Stack>
  );
}
