import { errorText } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { Banner } from '../ui/Banner.tsx';
import { useToast } from '../ui/layout/Toaster.tsx';
import { useDismissVersionMutation, useNewerVersionQuery } from './newerVersionApi.ts';

/** Says that a newer version exists, until an admin dismisses it. */
export function NewerVersion() {
  const { data } = useNewerVersionQuery();
  const [dismiss] = useCommand(useDismissVersionMutation());
  const toast = useToast();
  if (!data?.newer) return null;
  const { here, newer: version } = data;
  const onDismiss = async () => {
    const { error } = await dismiss({ version });
    if (error) toast.error(errorText(error, 'The version was not dismissed'));
  };
  return (
    <Banner
      tone="info"
      text={`Framelift ${version} is available. You run ${here}. The runbook says how to upgrade.`}
      onDismiss={() => void onDismiss()}
    />
  );
}
