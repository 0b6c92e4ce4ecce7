import { bankReason, euros } from '@framelift/contracts';

/** Why a payment came back, and how much of it where that is a part; undefined: nothing is known. */
export function backReason(of: { amount_cents: number; back_cents: number | null; bank_code: string | null }): string | undefined {
  const isPart = of.back_cents !== null && of.back_cents < of.amount_cents;
  const part = isPart ? `${euros(of.back_cents!)} of ${euros(of.amount_cents)} came back` : undefined;
  const why = of.bank_code ? bankReason(of.bank_code) : undefined;
  return part && why ? `${part}. ${why}` : (part ?? why);
}
