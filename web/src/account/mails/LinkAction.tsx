import { pageRefusals } from '@framelift/contracts/page-refusals';
import { type ReactNode, useState } from 'react';
import { errorText, isRefusedWith } from '../../session/api/api.ts';
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

const noToken = { error: { data: { error: pageRefusals.mailLinkInvalid, code: 'mailLinkInvalid' } } };

/** One button for what a link in a mail allows. Opening it does nothing: programs that look through mails open links too. */
export function LinkAction({ label, busyLabel, act, isLoading, done, otherwise }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isValid, setValid] = useState(true);

  const press = async () => {
    const token = tokenInAddress();
    const { error } = token ? await act(token) : noToken;
    setProblem(error ? errorText(error, 'An error occurred') : null);
    setValid(!isRefusedWith(error, 'mailLinkInvalid'));
  };

  if (done) return <Banner tone="success" text={done} />;
  return (
    <Stack>
      {problem && <Banner tone="error" text={problem} />}
      {problem && <Soft>{otherwise}</Soft>}
      {isValid && (
        <Button variant="primary" disabled={isLoading} onClick={press}>
          {isLoading ? busyLabel : label}
        </Button>
      )}
    </Stack>
  );
}
