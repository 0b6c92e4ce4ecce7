import {
  bankReason,
  euros,
  invoiceKey,
  type Opened,
  payeeIn,
  type PaymentFields,
  shownDetails,
  toPercent,
  writtenWords,
} from '@framelift/contracts';
import { adminFigure, adminPlace, type About, type Content, dashboard, day, figure, mail, moment, transaction } from './mail.content.ts';

/** More sales than this are counted, not listed, in a summary. */
const LISTED = 30;

const payTo = (details: PaymentFields | null): string => (details && payeeIn(shownDetails(details))) ?? 'no longer kept';
const written = (text: string | null | undefined, isGood = false): string[] => (text ? [writtenWords(text, isGood)] : []);

const decided = (subject: (amount: string) => string, line: string) =>
  mail<'CashoutProcessed'>((data, about) => {
    const amount = euros(data.amountCents);
    return {
      subject: subject(amount),
      heading: subject(amount),
      lines: [line, ...written(data.adminNotes, data.status !== 'rejected')],
      facts: [
        figure(about, 'Amount', amount, data.status === 'completed' ? 'paid' : 'requested', data.cashoutId),
        ['Cashout', data.cashoutId],
        ...(data.reference ? [['Reference', data.reference] as const] : []),
      ],
      button: dashboard(about, 'cashouts', data.proof ? 'See the proof of payment' : 'See your cashouts'),
    };
  }, 'cashouts');

const reversals = {
  refund: { word: 'refunded', why: 'The buyer got their money back, so the commission of this sale is taken back too.' },
  hand: { word: 'reversed', why: 'An admin reversed this sale, so its commission is taken back.' },
  dispute: {
    word: 'charged back',
    why: 'The buyer’s bank took the money back, so the commission of this sale is taken back too. Should the bank change its mind, you get it again.',
  },
} as const;

const reviewed = {
  sale: { what: 'A sale of yours', place: 'sales', label: 'See your sales' },
  cashout: { what: 'Your cashout', place: 'cashouts', label: 'See your cashouts' },
  affiliate: { what: 'Your account', place: 'cashouts', label: 'See your account' },
} as const;

/** The signed promises of a mail's sales, as deploy/framelift-verify.mjs --since reads them. */
const promised = ({ promises = [] }: About) => {
  const which = promises.length === 1 ? 'the sale ever goes missing, this' : 'one of these sales ever goes missing, its';
  const why = `Keep this mail. If ${which} signed promise proves that it was recorded:`;
  return promises.length ? { after: [why], quoted: promises.join('\n') } : {};
};

/** About what an affiliate earns and is paid. */
export const moneyMails = {
  saleCredited: mail<'SaleRecorded'>((sale, about) => {
    const earned = `You earned ${euros(sale.commissionCents)}`;
    const held = Date.parse(sale.availableAt) > Date.parse(about.at);
    return {
      subject: earned,
      heading: earned,
      lines: [`A sale of ${moment(sale.soldAt)} was credited to you.`],
      facts: [
        ['Product', sale.product],
        figure(about, 'Price', euros(sale.amountCents), 'generated', invoiceKey(sale)),
        figure(about, 'Your commission', `${euros(sale.commissionCents)} (${toPercent(sale.commissionBps)}%)`, 'earned', invoiceKey(sale)),
        ...(held ? [['Can be paid out from', day(sale.availableAt)] as const] : []),
        transaction(sale),
      ],
      button: dashboard(about, 'sales', 'See your sales'),
      ...promised(about),
    };
  }, 'sales'),
  saleReversed: mail<'SaleReversed'>((sale, about) => {
    const { word, why } = reversals[sale.cause];
    const heading = `A sale was ${word}`;
    return {
      subject: `${heading}: −${euros(sale.commissionCents)}`,
      heading,
      lines: [why, ...written(sale.reason)],
      facts: [figure(about, 'Commission', `−${euros(sale.commissionCents)}`, 'earned', invoiceKey(sale)), transaction(sale)],
      button: dashboard(about, 'ledger', 'See your ledger'),
    };
  }, 'sales'),
  saleRestored: mail<'SaleRestored'>((sale, about) => {
    const heading = 'A sale counts again';
    const held = sale.availableAt !== undefined && Date.parse(sale.availableAt) > Date.parse(about.at);
    return {
      subject: `${heading}: +${euros(sale.commissionCents)}`,
      heading,
      lines: ['The dispute about it was won, so the commission that was taken back is yours again.'],
      facts: [
        figure(about, 'Commission', `+${euros(sale.commissionCents)}`, 'earned', invoiceKey(sale)),
        ...(held ? [['Can be paid out from', day(sale.availableAt!)] as const] : []),
        transaction(sale),
      ],
      button: dashboard(about, 'ledger', 'See your ledger'),
    };
  }, 'sales'),
  tierReached: mail<'TierReached'>((tier, about) => {
    const reached = `You reached ${about.tierName(tier.to)}`;
    return {
      subject: reached,
      heading: reached,
      lines: [`${tier.netSales} sales moved you up from ${about.tierName(tier.from)}. Your next sale earns at the rate of the new tier.`],
      button: dashboard(about, 'overview', 'Open your dashboard'),
    };
  }, 'tiers'),
  cashoutRequested: mail<'CashoutRequested'>((data, about) => {
    const amount = euros(data.amountCents);
    return {
      subject: `You asked for a cashout of ${amount}`,
      heading: `You asked for a cashout of ${amount}`,
      lines: ['We look at it and write to you again. Until then the amount is reserved for you.'],
      facts: [figure(about, 'Amount', amount, 'requested', data.cashoutId), ['Paid to', payTo(data.payTo)], ['Cashout', data.cashoutId]],
      button: dashboard(about, 'cashouts', 'See your cashouts'),
    };
  }, 'cashouts'),
  cashoutApproved: decided(
    (amount) => `Your cashout of ${amount} is approved`,
    'Payment comes next. We write to you when it is on its way.',
  ),
  cashoutCompleted: decided((amount) => `Your cashout of ${amount} is paid`, 'The money is on its way to you.'),
  cashoutRejected: decided((amount) => `Your cashout of ${amount} was rejected`, 'The amount is back in your balance.'),
  missingSaleToAnswer: mail<'MissingSaleRaised'>((data, about) => {
    const heading = `${about.affiliate} reported a missing sale`;
    return {
      subject: heading,
      heading,
      lines: ['They say that they brought this buyer, and the sale was not credited. Please look for it, then credit it or say why not.'],
      facts: [
        ['Affiliate', about.affiliate],
        ['Bought on', day(data.boughtOn)],
        ['Reported', moment(about.at)],
        ['Missing sale', data.missingSaleId],
      ],
      button: adminPlace(about, 'sales', 'Find the sale', { status: 'missing' }),
    };
  }, 'sales'),
  missingSaleAnswered: mail<'MissingSaleAnswered'>((data, about) => {
    const found = data.answer === 'credited';
    const heading = found ? 'The sale you missed is credited' : 'The sale you missed could not be credited';
    return {
      subject: heading,
      heading,
      lines: [
        found ? 'We found it, and its commission is yours.' : 'We looked for it. Here is why it stays as it is.',
        ...written(data.reason, found),
      ],
      facts: [...(data.transactionId ? [['Transaction', data.transactionId] as const] : []), ['Missing sale', data.missingSaleId]],
      button: dashboard(about, 'sales', 'See your sales'),
    };
  }),
  reviewBegun: mail<'ReviewHoldPlaced'>((data, about) => {
    const { what, place, label } = reviewed[data.of];
    const heading = `${what} is under review`;
    return {
      subject: heading,
      heading,
      lines: ['We look at it before anything of it is paid out, and notify you when the review is over.', ...written(data.reason)],
      facts: data.of === 'affiliate' ? [] : [[data.of === 'sale' ? 'Transaction' : 'Cashout', data.about]],
      button: dashboard(about, place, label),
    };
  }),
  paymentReturned: mail<'PaymentReturned'>((data, about) => {
    const { ofCents, amountCents } = data;
    const subject =
      ofCents === undefined
        ? `Your payment of ${euros(amountCents)} came back`
        : `${euros(amountCents)} of your payment of ${euros(ofCents)} came back`;
    return {
      subject,
      heading: subject,
      lines: [
        data.because === 'failed' ? 'The payment could not be made.' : 'The payment was not taken, so it was sent back to us.',
        ...(data.bankCode ? [`The bank’s reason: ${bankReason(data.bankCode)}.`] : []),
        'The amount is in your balance again. Please check your payment details before you request it again.',
      ],
      facts: [figure(about, 'Amount', euros(data.amountCents), 'paid', data.cashoutId), ['Cashout', data.cashoutId]],
      button: dashboard(about, 'settings', 'Check your payment details'),
    };
  }, 'cashouts'),
  cashoutToDecide: mail<'CashoutRequested'>((data, about) => {
    const subject = `A cashout of ${euros(data.amountCents)} waits for a decision`;
    return {
      subject,
      heading: subject,
      lines: [`${about.affiliate} asked to be paid on ${moment(about.at)}.`],
      facts: [
        ['Affiliate', about.affiliate],
        adminFigure(about, 'Amount', euros(data.amountCents), 'requested', data.cashoutId),
        ['Cashout', data.cashoutId],
      ],
      button: adminPlace(about, 'cashouts', 'Look at the cashout'),
    };
  }, 'cashouts'),
};

const shortDay = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(at));
const earnedWith = (sales: readonly Opened<'SaleRecorded'>[]): string =>
  euros(sales.reduce((sum, { commissionCents }) => sum + commissionCents, 0));

/** The sales of a day in one mail. */
export const summary = (sales: readonly Opened<'SaleRecorded'>[], about: About): Content => {
  const earned = earnedWith(sales);
  const subject = `${sales.length} ${sales.length === 1 ? 'sale' : 'sales'}: you earned ${earned}`;
  const more = sales.slice(LISTED);
  return {
    subject,
    heading: subject,
    lines: ['This was credited to you since your last summary.'],
    facts: [
      ...sales
        .slice(0, LISTED)
        .map((sale) => figure(about, `${shortDay(sale.soldAt)}, ${sale.product}`, euros(sale.commissionCents), 'earned', invoiceKey(sale))),
      ...(more.length ? [[`and ${more.length} more`, earnedWith(more)] as const] : []),
    ],
    button: dashboard(about, 'sales', 'See your sales'),
    ...promised(about),
  };
};
