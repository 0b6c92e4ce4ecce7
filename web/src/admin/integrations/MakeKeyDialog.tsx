import type { ApiKeyBody } from '@framelift/contracts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { KeyForm, type KeyValues } from './KeyForm.tsx';
import { useMakeKeyMutation } from './keysApi.ts';
import { ShownOnce } from './ShownOnce.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;
const bodyOf = ({ expires, ...values }: KeyValues): ApiKeyBody => ({
  ...values,
  name: values.name.trim(),
  expiresAt: expires === 'never' ? null : new Date(Date.now() + Number(expires) * DAY_MS).toISOString(),
});

/** Makes a key, and shows it this once. */
export function MakeKeyDialog({ onClose }: { onClose: () => void }) {
  const [make, { data, error, isLoading }] = useCommand(useMakeKeyMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  return (
    <Dialog title={data ? 'Your new key' : 'Create API key'} onClose={onClose}>
      {data ? (
        <ShownOnce label="API key" value={data.key} onClose={onClose}>
          Store it as a secret: it grants everything that its scopes allow.
        </ShownOnce>
      ) : (
        <KeyForm
          problem={error && errorText(error, 'Failed to create the key')}
          isLoading={isLoading}
          onMake={(values) => void confirmed(() => make(bodyOf(values)))}
          onClose={onClose}
        />
      )}
      {passwordDialog}
    </Dialog>
  );
}
