import type { LossesView } from '@framelift/contracts';
import { errorText } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { useConfirmed } from '../session/screens/useConfirmed.tsx';
import { formatCount } from '../lib/format.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { useToast } from '../ui/layout/Toaster.tsx';
import { useFillArchiveMutation, useLossesQuery } from './lossesApi.ts';

/** How often it is looked whether they are put back, ms. */
const LOOK_EVERY = 2_000;

/** Says that the archive has events that the database lost, and puts them back. */
export function MissingEvents({ first, last, isFilling }: NonNullable<LossesView['missing']>) {
  const { refetch } = useLossesQuery(undefined, { pollingInterval: LOOK_EVERY });
  const [fill, { isLoading }] = useCommand(useFillArchiveMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const toast = useToast();
  const begin = async () => {
    const { error } = await confirmed(() => fill());
    if (error) toast.error(errorText(error, 'Failed to put the events back'));
    else await refetch();
  };
  return (
    <>
      <Banner
        tone="error"
        text={`The database lost the events ${formatCount(first)} to ${formatCount(last)}, and the archive has them. Nothing can be saved until they are put back.`}
        link={
          <Button size="small" disabled={isFilling || isLoading} onClick={() => void begin()}>
            {isFilling ? 'Putting them back...' : 'Put them back'}
          </Button>
        }
      />
      {passwordDialog}
    </>
  );
}
