import type { ApiKeysView, ApiKeyView } from '@framelift/contracts';
import { KeyRound, Plug } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { Table } from '../../ui/lists/Table.tsx';
import { keyColumns } from './keyColumns.tsx';
import { useKeysQuery, useRevokeKeyMutation } from './keysApi.ts';
import { MakeKeyDialog } from './MakeKeyDialog.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';

/** The API keys of the operator's own programs. */
export function ApiKeys() {
  const { data, error, isFetching, refetch } = useKeysQuery();
  if (error && !data && !isFetching) return <Failed text={errorText(error, 'Failed to fetch the API keys')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading API keys..." />;
  return <Keys keys={data.keys} />;
}

function Keys({ keys }: { keys: ApiKeysView['keys'] }) {
  const toast = useToast();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKeyView | null>(null);
  const [revoke] = useCommand(useRevokeKeyMutation());
  const take = async ({ id, name }: ApiKeyView) => {
    setRevoking(null);
    const { error } = await revoke(id);
    if (error) toast.error(errorText(error, 'Failed to revoke the key'));
    else toast.success(`${name} revoked`);
  };
  return (
    <Stack>
      <Toolbar>
        <div>
          <SectionTitle>API keys</SectionTitle>
          <Soft>API keys let your software read data, follow events and record sales made elsewhere.</Soft>
        </div>
        <Button variant="primary" onClick={() => setMaking(true)}>
          <KeyRound aria-hidden />
          Create API key
        </Button>
      </Toolbar>
      <TableCard>
        {keys.length === 0 ? (
          <Empty icon={<Plug />} text="No API keys." hint="Create one for each program, so you can revoke it on its own." />
        ) : (
          <Table caption="API keys" columns={keyColumns(setRevoking)} rows={keys} keyOf={({ id }) => id} />
        )}
      </TableCard>
      {making && <MakeKeyDialog onClose={() => setMaking(false)} />}
      {revoking && (
        <Confirm
          title={`Revoke ${revoking.name}`}
          question="Programs that use this key are refused from their next request on. This cannot be undone."
          action="Revoke"
          onConfirm={() => void take(revoking)}
          onCancel={() => setRevoking(null)}
        />
      )}
    </Stack>
  );
}
