import type { ReceiptProofView, ReceiptView } from '@framelift/contracts';
import { use, verifyReceipt } from '../../../../deploy/framelift-verify.mjs';
import { browserTools, canVerify } from '../../session/log-check/browserTools.ts';

/** What a check found. `problems`: what is wrong. */
export interface Found {
  problems: string[];
  origin: string;
  /** Events of the receipt, and how many of them were looked for in the log of `size` events. */
  events: number;
  checked: number;
  size: number;
}

const OLD_BROWSER = 'This browser cannot verify Ed25519 signatures. Try a current browser, on a page with https.';
const read = async (path: string): Promise<Response> => {
  const response = await fetch(path, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${path} answered with status ${response.status}.`);
  return response;
};

/** What a check came to: what it found, or why it could not be made. */
export type Outcome = { found: Found } | { failure: string };

/** Checks a shown receipt against the checkpoint that the log publishes now. */
export const checkReceipt = (shown: ReceiptView): Promise<Outcome> =>
  foundFor(shown).then(
    (found) => ({ found }),
    (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
  );

async function foundFor(shown: ReceiptView): Promise<Found> {
  if (!(await canVerify())) throw new Error(OLD_BROWSER);
  const published = await (await read(`${shown.log}/checkpoint`)).text();
  const size = published.split('\n', 2)[1] ?? '';
  const { key, receipt, entries } = (await (
    await read(`/api/public/receipts/${shown.id}/proof?size=${encodeURIComponent(size)}`)
  ).json()) as ReceiptProofView;
  use(browserTools);
  const { problems, ...found } = await verifyReceipt({ key, receipt, entries, checkpoint: published });
  const of = shown.month ?? (shown.days === null ? 'account' : 'cashout');
  const isShown =
    found.id === shown.id &&
    found.figure === shown.figure &&
    found.of === of &&
    found.days === shown.days &&
    found.cents === Math.round(shown.amount * 100) &&
    found.events === shown.events;
  return { ...found, problems: isShown ? problems : ['The signed receipt says something else than this page', ...problems] };
}
