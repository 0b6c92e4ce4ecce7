import { describe, expect, it } from '@jest/globals';
import {
  type Fact,
  firstSite,
  premium,
  type Product,
  productRefusals,
  type SiteContent,
  siteRefusals,
  soldAtFirst,
} from '@framelift/contracts';
import { given, stateOf } from '../../../../test/support/given.ts';
import { siteChanged } from '../../../../test/support/facts.ts';
import { PublishSite, RestoreSite } from './site.commands.ts';
import { contentOf, everyProduct, publishedAt, publishSite, restoreSite, siteDecider } from './site.decider.ts';

const meta = {
  commandId: 'c',
  correlationId: 'c',
  repeatable: false,
  occurredAt: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'admin', id: 'd1' },
} as const;
const LATEST = Number.MAX_SAFE_INTEGER;
const hello: SiteContent['announcement'] = { ...firstSite.announcement, text: 'Hello' };
const said = (announcement = hello, note = {}): Fact => siteChanged({ section: 'announcement', content: { ...announcement }, ...note });
const sold = (...products: Product[]): Fact => siteChanged({ section: 'products', content: { products } });
const names = { d1: 'nina' };
const announce = (content: typeof hello | null, editBase = LATEST, note: string | null = null) =>
  new PublishSite({ meta, sections: [{ section: 'announcement', content, note }], savedSince: [], editBase, names });
const sell = (...products: Product[]) =>
  new PublishSite({ meta, sections: [{ section: 'products', content: { products } }], savedSince: [], editBase: LATEST, names });

describe('publishing', () => {
  it('states the complete content of a section, and its note', () => {
    expect(publishSite(siteDecider.initial, announce(hello))).toEqual([
      { type: 'SiteChanged', data: { section: 'announcement', content: hello } },
    ]);
    given(siteDecider, [])
      .when(publishSite, announce(hello, LATEST, 'spring'))
      .thenMatching({ data: { note: 'spring' } });
  });
  it('states nothing where nothing changed', () => {
    given(siteDecider, []).when(publishSite, announce(firstSite.announcement)).staysQuiet();
    given(siteDecider, [said()])
      .when(publishSite, announce({ text: 'Hello', untilAt: null, fromAt: null, link: null }))
      .staysQuiet();
  });
  it('refuses what was published after the screen was filled, with its section and its admin', () => {
    given(siteDecider, [said()])
      .when(publishSite, announce(firstSite.announcement, 0))
      .refuses('Changed meanwhile: Announcement by another admin. Please look at the changes and publish again');
    const state = stateOf(siteDecider, [said()], meta.occurredAt, meta.actor);
    expect(() => publishSite(state, announce(firstSite.announcement, 0))).toThrow('Changed meanwhile: Announcement by nina.');
  });
  it('refuses a draft that was saved after it was shown, with its section and who saved it', () => {
    const { sections } = announce(hello);
    const command = new PublishSite({ meta, sections, savedSince: [{ section: 'announcement', by: 'nina' }], editBase: LATEST, names });
    given(siteDecider, [])
      .when(publishSite, command)
      .refuses('Changed meanwhile: Announcement by nina. Please look at the changes and publish again');
  });
  it('takes what was filled in after the last change of its section', () => {
    given(siteDecider, [said()]).when(publishSite, announce(firstSite.announcement, 1)).thenMatching({ type: 'SiteChanged' });
  });
  it('refuses only the section that changed', () =>
    given(siteDecider, [sold(premium)])
      .when(publishSite, announce(hello, 0))
      .thenMatching({ data: { section: 'announcement' } }));
  it('refuses a section without a draft, also beside one with a draft', () => {
    given(siteDecider, []).when(publishSite, announce(null)).refuses(siteRefusals.noDraft);
    const { sections } = announce(null);
    const both = new PublishSite({ meta, sections: [...announce(hello).sections, ...sections], savedSince: [], editBase: LATEST, names });
    given(siteDecider, []).when(publishSite, both).refuses(siteRefusals.noDraft);
  });
  it('publishes all sections or none', () => {
    const both = new PublishSite({
      meta,
      sections: [
        { section: 'announcement', content: hello },
        { section: 'products', content: { products: [{ ...premium, priceCents: 0, oldPriceCents: null, offerEndsAt: null }] } },
      ],
      savedSince: [],
      editBase: LATEST,
      names,
    });
    given(siteDecider, []).when(publishSite, both).refuses(productRefusals.paidNeedsPrice);
  });
  it.each<[string, Product[]]>([
    [productRefusals.skuTwice, [premium, { ...premium, providers: { sellauth: null, stripe: null } }]],
    [productRefusals.numbersTwice, [premium, { ...premium, sku: 'other' }]],
    [productRefusals.freeHasPrice, [{ ...premium, kind: 'free' }]],
    [productRefusals.oldPriceTooLow, [{ ...premium, oldPriceCents: 29_99 }]],
    [productRefusals.offerWithoutOldPrice, [{ ...premium, oldPriceCents: null }]],
  ])('refuses products: %s', (refusal, products) =>
    given(siteDecider, [])
      .when(publishSite, sell(...products))
      .refuses(refusal),
  );
  it('refuses an announcement that ends before it begins', () =>
    given(siteDecider, [])
      .when(publishSite, announce({ ...hello, fromAt: '2026-02-01T00:00:00.000Z', untilAt: '2026-02-01T00:00:00.000Z' }))
      .refuses(siteRefusals.periodEndsFirst));
});

describe('restoring', () => {
  const restore = (content: typeof hello | null, editBase = LATEST) =>
    new RestoreSite({ meta, sections: [{ section: 'announcement', content }], editBase, names });
  it('publishes the earlier content again', () =>
    given(siteDecider, [said(), said({ ...hello, text: 'Bye' })])
      .when(restoreSite, restore(hello))
      .thenMatching({ data: { content: hello } }));
  it('refuses a version that there is not, and what changed meanwhile', () => {
    given(siteDecider, []).when(restoreSite, restore(null)).refuses(siteRefusals.noVersion);
    const both = new RestoreSite({ meta, sections: [...restore(hello).sections, ...restore(null).sections], editBase: LATEST, names });
    given(siteDecider, []).when(restoreSite, both).refuses(siteRefusals.noVersion);
    given(siteDecider, [said()])
      .when(restoreSite, restore(firstSite.announcement, 0))
      .refuses(siteRefusals.changedMeanwhile(['Announcement by another admin']));
  });
});

describe('the site', () => {
  it('has its first content until a section is published', () => {
    const site = stateOf(siteDecider, [said()]);
    expect([contentOf(site, 'announcement'), contentOf(site, 'products')]).toEqual([hello, firstSite.products]);
    expect([siteDecider.name, publishedAt(site, 'announcement'), publishedAt(site, 'products')]).toEqual(['site', 1, 0]);
  });
  it('gives a field that a content lacks its first value', () =>
    expect(contentOf({ sections: { announcement: { content: { text: 'Hi' }, position: 1, by: meta.actor } } }, 'announcement')).toEqual({
      ...firstSite.announcement,
      text: 'Hi',
    }));
  it('remembers products that are no longer sold, or had other numbers', () => {
    const [premium, free, fortnite] = soldAtFirst as [Product, Product, Product];
    const moved = { ...premium, providers: { sellauth: { productId: 1, variantId: 2 }, stripe: null } };
    const cheaper = { ...moved, priceCents: 9_99 };
    const skus = (facts: Fact[]) => everyProduct(stateOf(siteDecider, facts));
    expect(skus([])).toEqual(soldAtFirst);
    expect(skus([sold(moved)])).toEqual([moved, premium, free, fortnite]);
    expect(skus([sold(moved), sold(cheaper)])).toEqual([cheaper, premium, free, fortnite]);
    expect(skus([sold(moved), sold(premium, free!)])).toEqual([premium, free, fortnite, moved]);
    expect(skus([sold(moved), sold(premium), sold(moved)])).toEqual([moved, free, fortnite, premium]);
    expect(skus([sold(moved), sold(premium), sold(cheaper), sold(free)])).toEqual([free, fortnite, premium, cheaper]);
  });
});

describe('links of the site', () => {
  const to = (link: string) => announce({ ...hello, link });
  const hide = new PublishSite({
    meta,
    sections: [{ section: 'pages.free', content: { ...firstSite['pages.free'], isShown: false } }],
    savedSince: [],
    editBase: LATEST,
    names,
  });
  const nothing = (path: string) => siteRefusals.linkToNothing({ where: 'Announcement: Link', path }) as string;

  it.each([
    '/premium',
    '/premium/?coupon=A#b',
    '/free',
    `/tweaks/${firstSite.tweaks.tweaks[0]!.slug}`,
    '/products/premium',
    'https://a.example/b',
  ])('may lead to %s', (link) => given(siteDecider, []).when(publishSite, to(link)).thenMatching({ type: 'SiteChanged' }));
  it.each(['/nothing', '/tweaks/none', '/products/other'])('may not lead to %s', (link) =>
    given(siteDecider, []).when(publishSite, to(link)).refuses(nothing(link)),
  );
  it('may not lead to what the same or a later change takes away', () => {
    const free = siteChanged({ section: 'announcement', content: { ...hello, link: '/free' } });
    given(siteDecider, [free]).when(publishSite, hide).refuses(nothing('/free'));
    const product = siteChanged({ section: 'announcement', content: { ...hello, link: '/products/premium' } });
    const other = { ...premium, sku: 'other', slug: 'other', providers: { sellauth: null, stripe: null } };
    given(siteDecider, [product]).when(publishSite, sell(other)).refuses(nothing('/products/premium'));
    given(siteDecider, [siteChanged({ section: 'announcement', content: { ...firstSite.announcement, link: '/free' } })])
      .when(publishSite, hide)
      .thenMatching({ type: 'SiteChanged' });
    const past = siteChanged({ section: 'announcement', content: { ...hello, link: '/free', untilAt: meta.occurredAt } });
    given(siteDecider, [past]).when(publishSite, hide).thenMatching({ type: 'SiteChanged' });
  });
  it('are also those of the sections that a page shows', () => {
    const logos = (on: boolean) => ({
      kind: 'logos' as const,
      on,
      content: { eyebrow: '', title: '', lead: '', logos: [{ name: 'Free', logo: '/logo.svg', link: '/free/' }] },
    });
    const home = (on: boolean) =>
      siteChanged({
        section: 'pages.home',
        content: { ...firstSite['pages.home'], sections: [...firstSite['pages.home'].sections, logos(on)] },
      });
    given(siteDecider, [home(true)])
      .when(publishSite, hide)
      .refuses(siteRefusals.linkToNothing({ where: 'Home page: Sections, 6, Logos, 1, Link', path: '/free' }));
    given(siteDecider, [home(false)])
      .when(publishSite, hide)
      .thenMatching({ type: 'SiteChanged' });
  });
});

describe('the page of a product', () => {
  const nowhere = { sellauth: null, stripe: null };
  const pro: Product = { ...premium, sku: 'pro', slug: 'pro', title: 'Pro', isMain: false, providers: nowhere };
  const page = { ...firstSite['pages.premium'], title: 'All of Pro' };
  const written = siteChanged({ section: 'pages.product.pro', content: page });
  const renamed = { ...pro, sku: 'suite' };

  it('says what the product says until somebody writes it', () => {
    const { sections } = stateOf(siteDecider, [sold(premium, pro)], meta.occurredAt, meta.actor);
    const both = { ...pro, features: ['One', 'Two'] };
    expect(contentOf({ sections }, 'pages.product.pro')).toMatchObject({ title: 'Pro', ratingCount: 0, guideUrl: null });
    const state = stateOf(siteDecider, [sold(premium, both)], meta.occurredAt, meta.actor);
    expect(contentOf(state, 'pages.product.pro').features).toEqual([{ title: 'Pro', items: ['One', 'Two'] }]);
  });

  it('goes with the product to another id, in the same change', () => {
    given(siteDecider, [sold(premium, pro), written])
      .when(publishSite, sell(premium, renamed))
      .thenMatching({ data: { section: 'products' } }, { data: { section: 'pages.product.suite', content: page } });
    const first = siteChanged({ section: 'pages.premium', content: page });
    given(siteDecider, [first])
      .when(publishSite, sell({ ...premium, sku: 'core' }, ...firstSite.products.products.slice(1)))
      .thenMatching({ data: { section: 'products' } }, { data: { section: 'pages.product.core', content: page } });
  });

  it('stays where it was if it was not written, or is written in the same change', () => {
    given(siteDecider, [sold(premium, pro)])
      .when(publishSite, sell(premium, renamed))
      .thenMatching({ data: { section: 'products' } });
    const { sections } = sell(premium, renamed);
    const own = { section: 'pages.product.suite', content: { ...page, title: 'Suite' } } as const;
    given(siteDecider, [sold(premium, pro), written])
      .when(publishSite, new PublishSite({ meta, sections: [...sections, own], savedSince: [], editBase: LATEST, names }))
      .thenMatching({ data: { section: 'products' } }, { data: { section: 'pages.product.suite', content: { title: 'Suite' } } });
  });
});
