import type { FirstRunStep } from '@framelift/contracts';
import { errorText } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { Button } from '../ui/Button.tsx';
import { Soft } from '../ui/layout/Text.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { useToast } from '../ui/layout/Toaster.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';
import { Step, Steps } from '../ui/lists/Steps.tsx';
import { useFirstRunQuery, useSkipStepMutation } from './firstRunApi.ts';
import { Link } from 'react-router';
import { adminPath } from '../lib/paths.ts';
import { firstRunSteps } from './firstRunSteps.tsx';

/** What is left to do before the first sale. */
export function FirstRun({ onCreate }: { onCreate: () => void }) {
  const { data } = useFirstRunQuery();
  const [skip, { isLoading }] = useCommand(useSkipStepMutation());
  const toast = useToast();
  if (!data || data.isOver) return null;
  const skipStep = async (step: FirstRunStep) => {
    const { error } = await skip({ step });
    if (error) toast.error(errorText(error, 'The step was not skipped'));
  };
  const shown = firstRunSteps(data, onCreate);
  const open = data.steps.filter(({ state }) => state === 'open');
  return (
    <TitledCard title="Set up your shop">
      <Soft>{`${data.steps.length - open.length} of ${data.steps.length} steps are done.`}</Soft>
      <Steps>
        {open.map(({ step }) => {
          const { title, text, more, action } = shown[step];
          return (
            <Step key={step} title={title} text={text} more={more}>
              <Actions end>
                {action}
                <Button size="small" variant="ghost" disabled={isLoading} aria-label={`Skip: ${title}`} onClick={() => skipStep(step)}>
                  Skip
                </Button>
              </Actions>
            </Step>
          );
        })}
      </Steps>
      <Soft>
        Moving from another server? <Link to={adminPath('backups')}>Restore from a backup</Link>
      </Soft>
    </TitledCard>
  );
}
