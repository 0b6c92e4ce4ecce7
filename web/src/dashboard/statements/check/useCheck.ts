import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { formatDate } from '../../../lib/format.ts';
import { errorText } from '../../../session/api/api.ts';
import { ended, useSession } from '../../../session/api/sessionSlice.ts';
import { accountOf } from '../../../session/session.ts';
import type { CheckMessage, CheckProgress, CheckRequest, NotChecked } from './checkMessages.ts';
import { afterCheck, keptChecks } from './keptChecks.ts';

/** Starts a check in a worker. @returns what ends it early */
function inWorker(request: CheckRequest, onMessage: (message: CheckMessage) => void): () => void {
  const worker = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => onMessage(data));
  worker.addEventListener('error', () => onMessage({ kind: 'broken' }));
  worker.postMessage(request, []);
  return () => worker.terminate();
}

const reasons = {
  unable: 'This browser cannot check signatures. Check the file with the program instead.',
  older: 'This page is older than your records. Reload the page and check again.',
  broken: 'The check did not finish. Reload the page and check again.',
};
function reasonOf(message: NotChecked): string {
  if (message.kind === 'refused') return message.text;
  if (message.kind === 'unanswered') return errorText(message.error, 'Failed to read your records. Check again.');
  return reasons[message.kind];
}

/** Checks the account of the session in this browser, and keeps what was found. */
export function useCheck() {
  const { token } = useSession();
  const dispatch = useDispatch();
  // An account is named like its stream.
  const account = accountOf(token ?? '').replace(/^affiliate-/, '');
  const checks = keptChecks(account);
  const [kept, setKept] = useState(checks.read);
  const [progress, setProgress] = useState<CheckProgress>();
  const [failure, setFailure] = useState<string>();
  const end = useRef(() => {});
  useEffect(() => () => end.current(), []);

  const onMessage = (message: CheckMessage) => {
    if (message.kind === 'progress') return setProgress(message.progress);
    end.current();
    setProgress(undefined);
    if (message.kind === 'found') {
      const next = afterCheck(checks.read(), message.found, new Date().toISOString());
      checks.write(next);
      return setKept(next);
    }
    // The server no longer knows this token.
    if (message.kind === 'unanswered' && message.error.status === 401) dispatch(ended());
    return setFailure(reasonOf(message));
  };
  const check = () => {
    if (!token) return;
    const save = checks.read()?.save ?? null;
    setFailure(undefined);
    setProgress({ reading: 'account' });
    const saveName = `your check of ${formatDate(save?.at)}`;
    end.current = inWorker({ token, account, save, saveName }, onMessage);
  };
  const forget = () => {
    checks.clear();
    setKept(null);
  };
  return { last: kept?.last, progress, failure, check, forget };
}
