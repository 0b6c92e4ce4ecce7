import { CHEATS, Damaged, Newer, type Options, readKey, Refused, use, verifyAccount } from '../../../../../deploy/framelift-verify.mjs';
import { browserTools, canVerify } from '../../../session/log-check/browserTools.ts';
import type { CheckMessage, CheckProgress, CheckRequest, Found, NotChecked } from './checkMessages.ts';
import { entriesOf } from './logTiles.ts';

/** A screen shows no more of them. */
const MOST_PROBLEMS = 50;
/** No screen shows more steps. */
const STEP_MS = 100;

/** The server did not answer with an export. */
class Unanswered extends Error {
  constructor(readonly error: Extract<NotChecked, { kind: 'unanswered' }>['error']) {
    super('No export was answered');
  }
}

/** @throws Damaged, Unanswered */
async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new Damaged('The export is damaged: it is no UTF-8');
    }
  };
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Unanswered({ status: 'FETCH_ERROR' });
    });
    const lines = (rest + decoded(value)).split('\n');
    rest = lines.pop()!;
    yield* lines;
    if (done) break;
  }
  if (rest) yield rest;
}

/** The account’s export, as Download proof gets it. @throws Unanswered */
async function exported({ token, save }: CheckRequest): Promise<AsyncGenerator<string>> {
  const response = await fetch(`/api/affiliate/statements/export${save ? `?since=${save.size}` : ''}`, {
    headers: { Authorization: `Bearer ${token}` },
  }).catch(() => {
    throw new Unanswered({ status: 'FETCH_ERROR' });
  });
  if (response.ok) return linesOf(response);
  throw new Unanswered({ status: response.status, data: await response.json().catch(() => undefined) });
}

/** The path at which a log is published: what follows the host in its name. */
const pathOf = (key: string): string => `/${readKey(key)?.name?.split('/').slice(1).join('/') ?? 'log'}`;

/** A text in a line of JSON; empty: there is none. */
function fieldOf(line: string, name: string): string {
  try {
    const value = (JSON.parse(line) as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}

/** Runs the verifier over an export. `onProgress`: called at most ten times a second. */
async function verified(request: CheckRequest, onProgress: (progress: CheckProgress) => void): Promise<Found> {
  const { account, save, saveName } = request;
  let [key, note, size] = ['', '', 0];
  let entries: Options['entries'];
  let shownAt = 0;
  const from = save?.state ? save.size : 0;
  const onRead = (done: number) => {
    if (Date.now() - shownAt < STEP_MS) return;
    shownAt = Date.now();
    onProgress({ reading: 'log', done: Math.max(0, done - from), total: Math.max(1, size - from) });
  };
  async function* watched(lines: AsyncGenerator<string>): AsyncGenerator<string> {
    for await (const line of lines) {
      yield line;
      // The verifier has accepted it.
      key ||= fieldOf(line, 'key');
      if (note) continue;
      note = fieldOf(line, 'checkpoint');
      size = Number(note.split('\n')[1]);
    }
  }
  onProgress({ reading: 'account' });
  const result = await verifyAccount(watched(await exported(request)), {
    account,
    ...(save ? { key: save.key, saves: [{ from: saveName, text: save.note }] } : {}),
    ...(save?.state ? { state: save.state } : {}),
    entries: (n, width) => (entries ??= entriesOf(pathOf(key), size, onRead))(n, width),
  });
  const { count, cents, problems, unchecked, verdict, state } = result;
  return {
    count,
    cents,
    size: result.size,
    problems: problems.slice(0, MOST_PROBLEMS),
    unchecked,
    verdict: verdict === undefined ? null : CHEATS[verdict]!,
    note,
    key: result.key,
    state: state ?? null,
  };
}

/** Checks an account with the program that affiliates download, and posts how far it is and what it found. */
export async function checkAccount(request: CheckRequest, post: (message: CheckMessage) => void): Promise<void> {
  if (!(await canVerify())) return post({ kind: 'unable' });
  use(browserTools);
  try {
    const found = await verified(request, (progress) => post({ kind: 'progress', progress }));
    post({ kind: 'found', found });
  } catch (error) {
    if (error instanceof Unanswered) post({ kind: 'unanswered', error: error.error });
    else if (error instanceof Newer) post({ kind: 'older' });
    else if (error instanceof Damaged || error instanceof Refused) post({ kind: 'refused', text: error.message });
    else {
      console.error(error);
      post({ kind: 'broken' });
    }
  }
}
