import { payoutRefusals, rateOf, solanaPayLink, usdcOf } from '@framelift/contracts';
import { stringify } from 'csv-stringify/sync';
import { refuseIf } from '../../../../platform/refused.ts';
import { eurosText } from '../../../../platform/amounts.ts';
import type { PayoutProvider } from '../../provider.ts';

/** What a treasurer pays in USDC, with a link that a wallet opens. `rateMicro`: millionths of a USDC for a euro. */
export const solanaProvider: PayoutProvider = {
  optionsOf: ({ rate }, before) => {
    const rateMicro = rate === undefined ? before?.rateMicro : rateOf(rate);
    refuseIf(rateMicro === undefined, payoutRefusals.rateInvalid);
    return { rateMicro };
  },
  write: (_, payments, { rateMicro }) =>
    stringify(
      payments.map((p) => {
        const usdc = usdcOf(p.amountCents, rateMicro!);
        return {
          cashout: p.cashoutId,
          address: p.payTo,
          eur: eurosText(p.amountCents),
          usdc,
          link: solanaPayLink(p.payTo, usdc, p.cashoutId),
        };
      }),
      { header: true, record_delimiter: 'windows' },
    ),
};
