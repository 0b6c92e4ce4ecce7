import { type ReactNode, useState } from 'react';
import { wantsPassword } from '../api/confirmApi.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';

interface Confirmed {
  /** Does it; where the server wants the password first, asks for it and does it again. If the dialog is closed, the refusal remains. */
  confirmed: <Result extends { error?: unknown }>(action: () => PromiseLike<Result>) => Promise<Result>;
  /** To be rendered where the action is started. */
  passwordDialog: ReactNode;
}

export const useConfirmed = (): Confirmed => {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null);
  return {
    confirmed: async (action) => {
      const result = await action();
      if (!wantsPassword(result.error)) return result;
      const right = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(null);
      return right ? action() : result;
    },
    passwordDialog: answer && <ConfirmPassword onAnswer={answer} />,
  };
};
