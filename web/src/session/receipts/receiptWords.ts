import type { ReceiptView } from '@framelift/contracts';
import { formatDays, formatMoney, formatMonth } from '../../lib/format.ts';

/** 'Paid out', 'Cashout paid within 2 days', 'Earned in October 2026'. */
const figureWords = ({ month, days }: Pick<ReceiptView, 'month' | 'days'>): string => {
  if (month) return `Earned in ${formatMonth(month)}`;
  return days ? `Cashout paid within ${formatDays(days)}` : 'Paid out';
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A receipt in words: its amount, what it is, and until when it counts. */
export const receiptWords = (receipt: Pick<ReceiptView, 'amount' | 'month' | 'days' | 'countedAt'>) => ({
  amount: formatMoney(receipt.amount),
  what: figureWords(receipt),
  asOf: receipt.month || receipt.days ? '' : `, up to ${day.format(new Date(receipt.countedAt))}`,
});
