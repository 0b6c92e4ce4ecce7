import type { ReceiptView } from '@framelift/contracts';
import { tweaks } from '@framelift/contracts/content/tweaks';
import { picturePath } from '../lib/meta.ts';
import { type PageInfo, pages } from '../lib/pages.ts';
import { receiptWords } from '../session/receipts/receiptWords.ts';
import { tweakPage } from '../site/tweaks/tweakPage.ts';

/** Words of the picture that a shared page shows, where its title alone says little. */
const words: Readonly<Record<string, { title: string; small: string }>> = {
  '/': { title: 'Lift every frame your PC has in it', small: 'PC optimisation for Windows 10 and 11' },
  '/premium': { title: 'Everything your PC has, tuned', small: '{name} Premium, one-time purchase' },
  '/free': { title: 'Free tweaks, properly done', small: 'The free utility and eight free tweaks' },
  '/affiliate': { title: 'Share what you use. Earn on every sale.', small: 'Affiliate program, 20% to 40% commission' },
};

/** The title, and the first sentence of the description or what is before its colon. */
const wordsOf = ({ path, title, description }: PageInfo) => words[path] ?? { title, small: description.split(/[.:]/)[0]! };

/** What each picture says, by its path: one for every page that search engines know. */
export const sharePictures = Object.fromEntries(
  [...Object.values<PageInfo>(pages), ...tweaks.map(tweakPage)]
    .filter(({ indexed }) => indexed)
    .map((page) => [picturePath(page.path), wordsOf(page)]),
);

/** What the picture of a receipt says: its amount first. */
export const receiptPicture = (receipt: ReceiptView) => {
  const { amount, what } = receiptWords(receipt);
  return { title: amount, small: `${what} · ${receipt.name}` };
};
