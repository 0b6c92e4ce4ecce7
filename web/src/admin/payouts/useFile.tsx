import type { PayoutFileBody } from '@framelift/contracts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { keep } from '../../ui/lists/download.ts';
import { type ShownRun, useMakePaymentFileMutation, usePaymentFileMutation } from './payoutsApi.ts';

/** Makes the file of a payer, which asks for the password, and hands it to the browser under this name; or only hands out the one that was made. */
export function useFile(run: ShownRun, name: string) {
  const [make, making] = useCommand(useMakePaymentFileMutation());
  const [ask, asking] = usePaymentFileMutation();
  const { confirmed, passwordDialog } = useConfirmed();
  const download = async (type: PayoutFileBody['type']) => {
    const result = await ask({ id: run.id, type });
    if (result.data) keep(name, result.data);
  };
  const makeAndDownload = async (body: PayoutFileBody) => {
    const result = await confirmed(() => make({ id: run.id, body: { ...body, editBase: run.position } }));
    if (!result.error) await download(body.type);
  };
  const error = making.error ?? asking.error;
  return {
    make: makeAndDownload,
    download,
    isLoading: making.isLoading || asking.isLoading,
    problem: (
      <>
        {error && <Banner tone="error" text={errorText(error, 'Failed to create the file')} />}
        {passwordDialog}
      </>
    ),
  };
}
