import { errorText } from '../../session/api/api.ts';
import { Banner } from '../../ui/Banner.tsx';
import { keep } from '../../ui/lists/download.ts';
import { usePaymentFileMutation } from './payoutsApi.ts';

/** Asks for the file of a payer under this name, and hands it to the browser. */
export function useFile(runId: string, name: string) {
  const [ask, { error, isLoading }] = usePaymentFileMutation();
  const download = async (fields: Record<string, string>) => {
    const result = await ask({ id: runId, fields });
    if (result.data) keep(name, result.data);
  };
  return { download, isLoading, problem: error && <Banner tone="error" text={errorText(error, 'Failed to create the file')} /> };
}
