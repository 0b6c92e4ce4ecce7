import { describe, expect, it } from '@jest/globals';
import {
  type Fact,
  firstTerms,
  type NotCreditedReason,
  notCreditedReasons,
  premium,
  reviewRefusals,
  rules,
  windowMs,
} from '@framelift/contracts';
import { programme, stateOf } from '../../../test/support/given.ts';
import {
  NOW,
  ago,
  hash,
  sealed,
  registered,
  paidTo,
  edited,
  deleted,
  earlier,
  started,
  creditedFact,
  settledAs,
  takenBack,
  item,
  invoice,
  buyer,
  given,
} from '../../../test/support/sale-given.ts';
import { siteDecider } from '../programme/site/site.decider.ts';
import { programmeDecider } from '../programme/terms/terms.decider.ts';
import { ref } from '../../../test/support/invoices.ts';
import { currencyRateSet, programmeTermsSet, saleCredited, saleRecorded, siteChanged } from '../../../test/support/facts.ts';

describe('recording a sale', () => {
  const referred = [started()];

  it('credits a completed invoice and settles it in one append', () => given([registered], referred).recording().credits(29_99, 6_00));
  it('says what was sold, to whom and why at this rate', () =>
    expect(given([registered], referred).recording().facts().affiliate).toEqual([
      saleRecorded({
        ...ref('i1'),
        product: 'Framelift Premium',
        paidCents: 29_99,
        amountCents: 29_99,
        rateFrom: 'tier',
        commissionCents: 6_00,
        soldAt: invoice().completedAt!,
        availableAt: invoice().completedAt!,
        customerEmail: 'bob@example.org',
        buyer: hash('bob'),
      }),
    ]));
  it('computes from what was paid after discount', () =>
    given([registered], referred)
      .recording(invoice({ items: [item({ totalCents: 19_99 })] }))
      .credits(19_99, 4_00));
  it('caps a price above the list and says so', () => {
    const decided = given([registered], referred).recording(invoice({ items: [item({ totalCents: 129_99 })] }));
    decided.credits(29_99, 6_00);
    expect(decided.facts().affiliate![0]).toMatchObject({ data: { paidCents: 129_99, capped: true } });
  });
  it('pays the higher own rate', () => {
    const decided = given([registered, edited({ commissionBps: 33_33 })], referred).recording();
    decided.credits(29_99, 10_00);
    expect(decided.facts().affiliate![0]).toMatchObject({ data: { commissionBps: 33_33, rateFrom: 'own' } });
  });
  it('pays the sale that reaches a tier at the rate before it, and moves the affiliate up in the same append', () => {
    const { affiliate } = given([registered, ...earlier(19)], referred)
      .recording()
      .facts();
    expect(affiliate).toMatchObject([
      { type: 'SaleRecorded', data: { commissionBps: 20_00, tier: 'bronze' } },
      { type: 'TierReached', data: { from: 'bronze', to: 'silver', netSales: 20 } },
    ]);
  });
  it('leaves a higher manual tier alone', () =>
    expect(
      given([registered, edited({ tier: 'gold' }), ...earlier(19)], referred)
        .recording()
        .facts().affiliate,
    ).toHaveLength(1));
  it('credits within the attribution window', () =>
    given([registered], [started({ affiliateId: 'a1', referredAt: ago(windowMs(firstTerms)) })])
      .recording()
      .credits(29_99, 6_00));

  it('credits a code however old the click is, and says so with the code alone', () => {
    const outvoted = { affiliateId: 'a2', visitId: 'v2', visitKnown: true, referredAt: ago(1) };
    const byCode = started({
      affiliateId: 'a1',
      attributedBy: 'coupon',
      code: sealed('ZOE10'),
      referredAt: ago(2 * windowMs(firstTerms)),
      outvoted,
    });
    const decided = given([registered], [byCode]).recording();
    decided.credits(29_99, 6_00);
    const recorded = decided.facts().affiliate![0]!;
    expect(recorded.data).toMatchObject({ attributedBy: 'coupon', code: sealed('ZOE10') });
    expect(JSON.stringify([recorded, decided.facts().checkout])).not.toMatch(/a2|v2/);
  });
  it('says of a sale by click, or by hand, that it is one', () => {
    expect(given([registered], referred).recording().facts().affiliate![0]!.data).toMatchObject({ attributedBy: 'click' });
    const byCode = started({ affiliateId: 'a1', attributedBy: 'coupon', code: sealed('ZOE10') });
    const byHand = given([registered], [byCode, settledAs('suspended')])
      .crediting()
      .facts().affiliate![0]!.data;
    expect(byHand).toMatchObject({ attributedBy: 'hand' });
    expect(byHand).not.toHaveProperty('code');
  });
  it('says the same when it is taken back', () => {
    const byCode = started({ affiliateId: 'a1', attributedBy: 'coupon', code: sealed('ZOE10') });
    const back = (...facts: Fact[]) =>
      given([registered, ...earlier(1)], [byCode, ...facts])
        .refunding()
        .facts().affiliate![0]!.data;
    expect(back(creditedFact)).toMatchObject({ attributedBy: 'coupon', code: sealed('ZOE10') });
    const byHand = back(settledAs('suspended'), saleCredited({ ...creditedFact.data, credited: 'hand' }));
    expect(byHand).toMatchObject({ attributedBy: 'hand' });
    expect(byHand).not.toHaveProperty('code');
  });
  it('earns a suspended or banned affiliate nothing by a code either', () => {
    for (const status of ['suspended', 'banned'] as const)
      given([registered, edited({ status })], [started({ affiliateId: 'a1', attributedBy: 'coupon', code: sealed('ZOE10') })])
        .recording()
        .settlesAs(status);
  });

  it('stays quiet when the invoice is credited', () => given([registered], [started(), creditedFact]).recording().staysQuiet());
  it('stays quiet when it is settled as not credited', () =>
    given([registered], [started(), settledAs('suspended')])
      .recording()
      .staysQuiet());
  it('stays quiet when it was taken back', () => given([registered], [started(), creditedFact, takenBack]).recording().staysQuiet());
  it('waits for a checkout that was not announced yet', () =>
    given([], [])
      .recording(invoice({ createdAt: ago(rules.unknownCheckoutAfter - 1) }))
      .staysQuiet());
});

const of = (affiliate: Fact[], checkout: Fact[] = [started()]) => given(affiliate, checkout);

/** A product as it was offered when the checkout began. */
const offer = { title: 'Framelift Pro', priceCents: 49_99, commission: 'tier' as const };

describe('a product that was changed', () => {
  const now = stateOf(siteDecider, [
    siteChanged({
      section: 'products',
      content: {
        products: [{ ...premium, title: 'Renamed', priceCents: 99_99, oldPriceCents: null, offerEndsAt: null, commission: 'none' }],
      },
    }),
  ]);
  const begun = started({ affiliateId: 'a1', listCents: 49_99, product: offer });
  const paid = invoice({ items: [item({ totalCents: 49_99 })], priceCents: 49_99 });

  it('is credited by the price, title and commission of the checkout’s beginning', () => {
    const decided = given([registered], [begun], programme, now).recording(paid);
    decided.credits(49_99, 10_00);
    expect(decided.facts().affiliate![0]).toMatchObject({ data: { product: 'Framelift Pro', rateFrom: 'tier' } });
  });
  it('is named by what takes it back', () => {
    const decided = given(
      [registered],
      [begun, saleCredited({ ...creditedFact.data, product: 'Framelift Pro' } as never)],
      programme,
      now,
    ).reversing();
    expect(decided.facts().affiliate!.at(-1)).toMatchObject({ type: 'SaleReversed', data: { product: 'Framelift Pro' } });
    const unnamed = given([registered], [begun, creditedFact], programme, now).reversing().facts().affiliate![0]!.data;
    for (const field of ['product', 'foreign']) expect(unnamed).not.toHaveProperty(field);
    expect(given([registered], [begun], programme, now).recording(paid).facts().checkout![0]).toMatchObject({
      data: { product: 'Framelift Pro' },
    });
  });
  it('is credited as before where the checkout began before products could change', () => {
    const decided = given([registered], [started()], programme, now).recording();
    decided.credits(29_99, 6_00);
    expect(decided.facts().affiliate![0]).toMatchObject({ data: { product: 'Framelift Premium' } });
  });
  it('earns its rate in place of the affiliate’s, a higher one too', () => {
    for (const [commission, cents] of [
      [5_00, 2_50],
      [50_00, 25_00],
      [0, 0],
    ] as const) {
      const decided = given(
        [registered, edited({ commissionBps: 33_33 })],
        [started({ affiliateId: 'a1', listCents: 49_99, product: { ...offer, commission } })],
      ).recording(paid);
      decided.credits(49_99, cents);
      expect(decided.facts().affiliate![0]).toMatchObject({ data: { commissionBps: commission, rateFrom: 'product' } });
    }
  });
  it('of an unknown checkout is credited by hand at the price of now', () => {
    const dearer = stateOf(siteDecider, [
      siteChanged({ section: 'products', content: { products: [{ ...premium, title: 'Renamed', priceCents: 19_99 }] } }),
    ]);
    const decided = given([registered], [], programme, dearer).crediting();
    decided.credits(19_99, 4_00);
    expect(decided.facts().affiliate![0]).toMatchObject({ data: { product: 'Renamed', capped: true } });
    given([registered], [], programme, now).crediting().refuses(notCreditedReasons.noCommission);
  });
  it('of an unknown checkout is credited for at most as many as one purchase may have', () => {
    const limited = stateOf(siteDecider, [siteChanged({ section: 'products', content: { products: [{ ...premium, maxQuantity: 2 }] } })]);
    const many = invoice({ items: [item({ quantity: 5, totalCents: 5 * 29_99 })], priceCents: 5 * 29_99 });
    given([registered], [], programme, limited).crediting(many).credits(59_98, 12_00);
  });
});

describe('a sale earns no commission', () => {
  const cases: Record<NotCreditedReason, () => void> = {
    noReferral: () =>
      of([], [started({})])
        .recording()
        .settlesAs('noReferral'),
    unknownCheckout: () =>
      of([], [])
        .recording(invoice({ createdAt: ago(rules.unknownCheckoutAfter) }))
        .settlesAs('unknownCheckout'),
    expiredReferral: () =>
      of([registered], [started({ affiliateId: 'a1', referredAt: ago(windowMs(firstTerms) + 1) })])
        .recording()
        .settlesAs('expiredReferral'),
    suspended: () =>
      of([registered, edited({ status: 'suspended' })])
        .recording()
        .settlesAs('suspended'),
    banned: () =>
      of([registered, edited({ status: 'banned' })])
        .recording()
        .settlesAs('banned'),
    deleted: () => of([registered, deleted]).recording().settlesAs('deleted'),
    ownPurchase: () =>
      of([registered])
        .recording(invoice(), buyer({ emailClaim: hash('ann') }))
        .settlesAs('ownPurchase'),
    disposableEmail: () =>
      of([registered])
        .recording(invoice(), buyer({ disposable: true }))
        .settlesAs('disposableEmail'),
    otherCurrency: () =>
      of([registered])
        .recording(invoice({ currency: 'USD' }))
        .settlesAs('otherCurrency'),
    otherProduct: () =>
      of([registered])
        .recording(invoice({ items: [item({ sku: null })] }))
        .settlesAs('otherProduct'),
    noCommission: () =>
      of([registered], [started({ affiliateId: 'a1', product: { ...offer, commission: 'none' } })])
        .recording()
        .settlesAs('noCommission'),
    nothingPaid: () =>
      of([registered])
        .recording(invoice({ items: [item({ totalCents: 0 })] }))
        .settlesAs('nothingPaid'),
    refunded: () => of([registered]).refunding().settlesAs('refunded'),
    noRate: () => {
      const terms = { ...programme, terms: { ...firstTerms, foreignCurrency: 'credited' as const } };
      given([registered], [started()], terms)
        .recording(invoice({ currency: 'USD' }))
        .settlesAs('noRate');
    },
    chargedBack: () => of([registered]).chargingBack().settlesAs('chargedBack'),
  };
  it.each(Object.keys(notCreditedReasons) as NotCreditedReason[])('because of %s', (reason) => cases[reason]());

  it('because the buyer pays from an address the affiliate is paid at', () =>
    of([registered, paidTo('bob')])
      .recording()
      .settlesAs('ownPurchase'));
  it('because the affiliate in the checkout never existed', () => of([]).recording().settlesAs('noReferral'));
  it('and names the affiliate, so that they can read why', () =>
    expect(of([registered, deleted]).recording().facts().checkout).toMatchObject([{ data: { affiliateId: 'a1', paidCents: 29_99 } }]));
  it('and counts no euros for another currency', () =>
    expect(
      of([registered])
        .recording(invoice({ currency: 'USD' }))
        .facts().checkout,
    ).toMatchObject([{ data: { paidCents: 0 } }]));
  it('but a buyer without an address is not the affiliate', () =>
    of([registered])
      .recording(invoice({ email: '' }), buyer({ email: '', emailClaim: '', payoutHash: '' }))
      .credits(29_99, 6_00));
});

describe('a record next to the commission', () => {
  const reviewed = { of: 'sale', about: 'sellauth-i1', heldCents: 6_00 } as const;
  const held = { type: 'ReviewHoldPlaced', data: reviewed } as Fact;

  it('says who the buyer would be as an affiliate, where they gave an address', () => {
    const creditOf = (...by: Parameters<typeof buyer>) =>
      given([registered], [started()])
        .recording(invoice(), buyer(...by))
        .facts().checkout![0]!.data;
    expect(creditOf()).toMatchObject({ buyerAs: { account: hash('bob'), payee: hash('bob') } });
    expect(creditOf({ email: '' })).not.toHaveProperty('buyerAs');
  });
  it('lifts the review of a sale that is taken back', () =>
    expect(given([registered, held], [started(), creditedFact]).refunding().facts().affiliate).toMatchObject([
      { type: 'ReviewHoldLifted', data: reviewed },
      { type: 'SaleReversed' },
    ]));
  it('refuses to release a hold while the sale is under review', () => {
    const onHold = { ...creditedFact, data: { ...creditedFact.data, availableAt: '2026-01-14T00:00:00.000Z' } } as Fact;
    given([registered, held], [started(), onHold]).releasing().refuses(reviewRefusals.saleUnderReview);
  });
  it('keeps the rate of another currency', () => {
    const day = invoice().completedAt!.slice(0, 10);
    const rates = [
      programmeTermsSet({ ...firstTerms, tiers: [...firstTerms.tiers], paymentTypes: ['paypal'], foreignCurrency: 'credited' }),
      currencyRateSet({ day, currency: 'USD', nanos: 920_000_000 }),
    ];
    const { affiliate, checkout } = given([registered], [started()], stateOf(programmeDecider, rates, NOW))
      .recording(invoice({ currency: 'USD', priceCents: 32_60, items: [item({ totalCents: 32_60 })] }))
      .facts();
    const foreign = { currency: 'USD', paidCents: 32_60, rateNanos: 920_000_000 };
    expect([affiliate![0]!.data, checkout![0]!.data]).toMatchObject([{ foreign }, { foreign }]);
    const back = given([registered, ...affiliate!], [started(), ...checkout!])
      .chargingBack()
      .facts();
    expect(back.affiliate![0]!.data).toMatchObject({ foreign });
    const won = given([registered, ...affiliate!, ...back.affiliate!], [started(), ...checkout!, ...back.checkout!]).restoring();
    expect(won.facts().affiliate![0]!.data).toMatchObject({ foreign });
  });
});

describe('an own purchase', () => {
  it('is credited if the terms say so', () =>
    given([registered], [started()], { ...programme, terms: { ...firstTerms, ownPurchases: 'credited' } })
      .recording(invoice(), buyer({ emailClaim: hash('ann') }))
      .credits(29_99, 6_00));
  it('is not detected without an address', () =>
    given([registered], [started()])
      .recording(invoice(), buyer({ email: '', emailClaim: hash('ann') }))
      .credits(29_99, 6_00));
  it('is not one if the buyer pays from another address than the payout address', () =>
    given([registered, paidTo('ann')], [started()])
      .recording()
      .credits(29_99, 6_00));
});
