import { refusals } from '@framelift/contracts/rules';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { tokenInAddress } from '../../lib/tokenInAddress.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';

interface Props {
  label: string;
  busyLabel: string;
  act: (token: string) => PromiseLike<{ error?: unknown }>;
  isLoading: boolean;
  /** What happened, once it did. */
  done: string | undefined;
  /** What to do where the link is not valid any more. */
  otherwise: ReactNode;
}

/** One button for what a link in a mail allows. Opening it does nothing: programs that look through mails open links too. */
export function LinkAction({ label, busyLabel, act, isLoading, done, otherwise }: Props) {
  const [problem, setProblem] = useState<string | null>(null);

  const press = async () => {
    const token = tokenInAddress();
    if (!token) return setProblem(refusals.mailLinkInvalid);
    const { error } = await act(token);
    setProblem(error ? errorText(error, 'An error occurred') : null);
  };

  if (done) return <Banner tone="success" text={done} />;
  return (
    <Stack>
      {problem && <Banner tone="error" text={problem} />}
      {problem && <Soft>{otherwise}</Soft>}
      {problem !== refusals.mailLinkInvalid && (
        <Button variant="primary" disabled={isLoading} onClick={press}>
          {isLoading ? busyLabel : label}
        </Button>
      )}
    </Stack>
  );
}
