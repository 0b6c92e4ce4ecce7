import type { ReceiptView } from '@framelift/contracts';
import { receiptPath } from '@framelift/contracts/receipts';
import { use, useContext } from 'react';
import { KnownAnswersContext } from '../../lib/known.ts';
import type { PageInfo } from '../../lib/pages.ts';
import { askOnce } from '../../lib/siteContent.ts';
import { receiptWords } from '../../session/receipts/receiptWords.ts';

/** A receipt as the page brought it, or as the server says; null: there is none. */
export function useReceipt(id: string): ReceiptView | null {
  const path = `/api/public/receipts/${id}`;
  const known = useContext(KnownAnswersContext)[path];
  return known ? (known.data as ReceiptView | null) : use(askOnce<ReceiptView>(path));
}

/** What the page says about itself. It is its owner's to show, so search engines leave it out. */
export function receiptPage(receipt: ReceiptView): PageInfo {
  const { amount, what } = receiptWords(receipt);
  const path = receiptPath(receipt.id);
  return {
    path,
    title: `${what}: ${amount}`,
    description: `${receipt.name} shares this number of the affiliate program. Your browser checks it against the published log.`,
    indexed: false,
    pictureOf: path,
  };
}
