import { type FormEvent, useState } from 'react';
import { errorText } from '../api/api.ts';

interface Options<Values> {
  /** What is wrong before anything is sent; the first refusal is shown. */
  check?: (values: Values) => string | null;
  send: (values: Values) => PromiseLike<{ error?: unknown }>;
  /** Shown where the server gives no reason. */
  failure?: string;
  /** Empties the fields once it was sent. */
  clears?: boolean;
}

/** A form whose fields are read when it is sent. Public pages use it: react-hook-form would weigh more than they may load. */
export function useBodyForm<Values extends object>({ check, send, failure = 'An error occurred', clears }: Options<Values>) {
  const [problem, setProblem] = useState<string | null>(null);

  /** Sends values, from the form or from elsewhere. @returns whether they were taken. */
  const submit = async (values: Values): Promise<boolean> => {
    const found = check?.(values) ?? null;
    setProblem(found);
    if (found) return false;
    const { error } = await send(values);
    if (error) setProblem(errorText(error, failure));
    return !error;
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // It may be inside another form: the password is asked for in a dialog of one.
    event.stopPropagation();
    const form = event.currentTarget;
    if ((await submit(Object.fromEntries(new FormData(form)) as Values)) && clears) form.reset();
  };

  return { problem, send: submit, form: { onSubmit, onChange: () => setProblem(null) } };
}
