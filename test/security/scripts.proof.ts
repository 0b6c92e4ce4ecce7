import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { affiliateStream, checkoutStream } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import { atProof } from '../support/counts.ts';
import { expectPage } from '../support/patience.ts';
import { openSite, type Site } from '../support/web-site.ts';
import { ref } from '../support/invoices.ts';
import { checkoutStarted, saleCredited, saleRecorded } from '../support/facts.ts';

/** A script that runs leaves this mark. */
const MARK = 'top.ran=1';

/** Ways to run a script, each with ways to write it. */
const payloads: string[] = [
  ...['script', 'SCRIPT', 'script/x', 'script\n', 'script src=data:,0'].map((tag) => `<${tag}>${MARK}</script>`),
  ...[
    'img src=x',
    'svg',
    'body',
    'video src=x',
    'audio src=x',
    'input autofocus',
    'details open',
    'iframe',
    'object',
    'marquee',
    'select autofocus',
    'textarea autofocus',
    'a href=x',
    'p',
    'style',
    'math',
    'embed',
    'button',
    'link rel=stylesheet href=x',
    'table background=x',
  ].flatMap((tag) => ['onerror', 'onload', 'onfocus', 'ontoggle', 'onstart', 'onanimationstart'].map((on) => `<${tag} ${on}=${MARK}>`)),
  ...['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc', 'poster'].map(
    (name) => `<a ${name}="javascript:${MARK}">x</a>`,
  ),
  ...[
    'javascript:',
    'JaVaScRiPt:',
    ' javascript:',
    'java\tscript:',
    'javascript&colon;',
    '\u0001javascript:',
    'vbscript:',
    'data:text/html,<script>',
  ].map((scheme) => `${scheme}${MARK}`),
  ...[`"`, `'`, '`', '">', `'>`, '-->', ']]>', '</script>', '</style>', '</title>', '</textarea>', '*/', '\\"', '}}', '</noscript>'].map(
    (out) => `${out}<img src=x onerror=${MARK}>`,
  ),
  ...[`"`, `'`].flatMap((quote) =>
    [' autofocus onfocus', ' onmouseover', ' style=animation-name:x onanimationstart'].map(
      (attribute) => `${quote}${attribute}=${MARK} x=${quote}`,
    ),
  ),
  `{{constructor.constructor('${MARK}')()}}`,
  `\${${MARK}}`,
  `#{${MARK}}`,
  `<%=${MARK}%>`,
  `';${MARK};'`,
  `";${MARK};"`,
  `\\';${MARK}//`,
  `</script><script>${MARK}</script>`,
  `<scr<script>ipt>${MARK}</script>`,
  `&lt;script&gt;${MARK}&lt;/script&gt;`,
  `\\u003cscript\\u003e${MARK}\\u003c/script\\u003e`,
  `%3Cscript%3E${MARK}%3C/script%3E`,
  `<svg><script>${MARK}</script></svg>`,
  `<svg><animate onbegin=${MARK} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${MARK}"><text x=9 y=9>x</text></a></svg>`,
  `<math><mtext></mtext><mglyph><style><img src=x onerror=${MARK}></style></math>`,
  `<noscript><p title="</noscript><img src=x onerror=${MARK}>">`,
  `<template><script>${MARK}</script></template>`,
  `<base href="javascript:${MARK}//">`,
  `<meta http-equiv=refresh content="0;url=javascript:${MARK}">`,
  `<iframe srcdoc="<script>parent.ran=1</script>">`,
  `<object data="data:text/html,<script>top.ran=1</script>">`,
  `<style>@import 'javascript:${MARK}';</style>`,
  `<div style="background:url(javascript:${MARK})">`,
  `<form><button formaction=javascript:${MARK}>x`,
  `<isindex type=image src=1 onerror=${MARK}>`,
  `=${MARK}`,
  `<script>${MARK}//`,
  `<svg onload=${MARK}//`,
  `<x onclick=${MARK} tabindex=1>x`,
  `<audio controls ondurationchange=${MARK} src=data:,>`,
  `\u2028${MARK}`,
  `\u202e>/${MARK}=daolno gvs<`,
  `<\u0131mg src=x onerror=${MARK}>`,
  `<img/src=x/onerror=${MARK}>`,
  `<img src=x onerror\n=\n${MARK}>`,
  `<img src=\`x\`onerror=${MARK}>`,
  `<!--><img src=x onerror=${MARK}>-->`,
  `<![CDATA[<img src=x onerror=${MARK}>]]>`,
  `<?xml-stylesheet href="javascript:${MARK}"?>`,
];

/** As many as fit into a free text. */
const texts = payloads.reduce<string[]>((all, payload) => {
  const last = all.at(-1);
  return last !== undefined && last.length + payload.length < 600 ? [...all.slice(0, -1), `${last} ${payload}`] : [...all, payload];
}, []);
/** Those tried at each place of the public pages. */
const tried = atProof(texts.length, 8, 'texts in addresses of public pages');
const inAddresses = texts.filter((_, i) => i % Math.ceil(texts.length / tried) === 0);

let site: Site;
let owner: { token: string; id: string };
let adminToken: string;

beforeAll(async () => {
  site = await openSite({ silent: true });
  const { app } = site;
  const affiliate = await app.affiliate();
  const admin = await app.admin();
  [owner, adminToken] = [affiliate, admin.token];
  await affiliate.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'own@example.org' } });
  for (const text of texts) await saleSaying(text);
  const { body } = await affiliate.get('/api/affiliate/stats');
  for (const [i, text] of texts.entries()) {
    const requested = await affiliate.post('/api/affiliate/cashouts', {
      amount: 50,
      paymentMethodId: body.paymentMethods[0].id,
      notes: text,
    });
    expect(requested.status).toBe(201);
    const visit = { ref: affiliate.username, userAgent: `Mozilla ${text}`, referrer: text, pageUrl: `https://x/${i}?${text}` };
    await app.anybody.post('/api/track/track-visit', visit);
    await app.anybody.post('/api/track/track-visit', { ref: text });
    await app.anybody.post('/api/affiliate/register', { username: text, email: text, password: text });
    await app.anybody.post('/api/affiliate/login', { username: text.slice(0, 250), password: 'wrong' });
  }
  const { recentCashouts } = (await affiliate.get('/api/affiliate/stats')).body;
  for (const [i, { id }] of recentCashouts.entries()) {
    const decided = await admin.put(`/api/admin/cashouts/${id}/process`, {
      status: i % 2 ? 'rejected' : 'completed',
      adminNotes: texts[i % texts.length],
    });
    expect(decided.status).toBe(200);
  }
});
afterAll(() => site.stop());

/** Texts chosen by the store: a buyer's address and a product's name. */
async function saleSaying(text: string): Promise<void> {
  const { log } = site.app.system;
  const invoiceId = randomUUID();
  const [amountCents, commissionCents, soldAt] = [500_00, 100_00, new Date().toISOString()];
  const sale = saleRecorded({
    ...ref(invoiceId),
    product: text,
    paidCents: amountCents,
    amountCents,
    rateFrom: 'tier',
    commissionCents,
    soldAt,
    customerEmail: `${text}@example.com`,
    buyer: 'b'.repeat(40),
  });
  const started = checkoutStarted({ checkoutId: invoiceId, ...ref(invoiceId), listCents: amountCents, affiliateId: owner.id });
  const credited = saleCredited({ ...ref(invoiceId), affiliateId: owner.id, amountCents, commissionCents });
  await log.append({
    streams: [
      { streamId: affiliateStream(owner.id), expected: 'any', facts: [sale] },
      { streamId: checkoutStream(ref(invoiceId)), expected: 0, facts: [started, credited] },
    ],
    metadata: { occurredAt: soldAt, actor: { kind: 'store', id: 'test' }, commandId: randomUUID(), correlationId: randomUUID() },
  });
}

/** Nothing ran and nothing had to be blocked: the payloads are text. */
async function isClean(page: Page & { complaints: string[] }, where: string): Promise<void> {
  expect([where, await page.evaluate('[top.ran, window.ran].filter(Boolean)')]).toEqual([where, []]);
  expect([where, page.complaints.filter((text) => /Content.Security.Policy|violat/i.test(text))]).toEqual([where, []]);
  expect([
    where,
    await page.evaluate(`document.querySelectorAll('[onerror], [onload], [onfocus], [href^="javascript" i], iframe[srcdoc]').length`),
  ]).toEqual([where, 0]);
}

/** An opened part immediately shows that it loads. */
const loaded = (page: Page) => expectPage(page.getByText(/^Loading/)).toHaveCount(0);

const signedIn = (token: string) => ({
  before: (page: Page) => page.addInitScript((t) => localStorage.setItem('affiliateToken', t), token),
});

it('has at least two hundred payloads', () => expect(new Set(payloads).size).toBeGreaterThanOrEqual(200));

it('runs none on the affiliate’s pages', async () => {
  const page = await site.visit('/affiliate/dashboard', signedIn(owner.token));
  await page.getByRole('tablist').waitFor();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await loaded(page);
    await isClean(page, (await tab.textContent())!);
  }
  await page.getByRole('tab', { name: 'Sales' }).click();
  await page.getByText('onerror').first().waitFor();
  await isClean(page, 'sales, with what was written to be seen');
});

it('runs none on the admin’s pages, down to single events', async () => {
  const page = await site.visit('/admin/dashboard', signedIn(adminToken));
  await page.getByRole('tablist').waitFor();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await loaded(page);
    await isClean(page, (await tab.textContent())!);
  }
  const events = await site.app.system.log.read(0, 100_000);
  const telling = ['SaleRecorded', 'CashoutRequested', 'CashoutProcessed', 'VisitTracked'];
  for (const type of telling)
    for (const { position } of events.filter((e) => e.type === type).slice(0, atProof(5, 1, `events of ${type}`))) {
      await page.goto(`${site.url}/admin/dashboard/events/${position}`);
      await page.getByText(`Event #`).first().waitFor();
      await loaded(page);
      await isClean(page, `event ${position}, ${type}`);
    }
});

it('runs none from an address, on any public page', async () => {
  const paths = [
    '/',
    '/pricing',
    '/free',
    '/premium',
    '/fortnite-optimizer',
    '/tweaks',
    '/tos',
    '/success',
    '/statistics',
    '/affiliate',
    '/affiliate/register',
    '/affiliate/login',
    '/about-us',
    '/nowhere',
  ];
  const page = await site.visit('/');
  for (const [i, text] of inAddresses.entries()) {
    const encoded = encodeURIComponent(text);
    const path = paths[i % paths.length]!;
    await page.goto(`${site.url}${path}?ref=${encoded}&search=${encoded}&tag=${encoded}#${encoded}`, { waitUntil: 'load' });
    await isClean(page, path);
    await page.goto(`${site.url}/tweaks?search=${encoded}&tag=${encoded}`, { waitUntil: 'load' });
    await isClean(page, `/tweaks, ${text.slice(0, 40)}`);
  }
});
