import { describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { events, firstSite, kindsIn, type Opened } from '@framelift/contracts';
import * as facts from '../../../../test/support/facts.ts';
import { alarmMails } from './alarm-mails.ts';
import type { About, Content } from './mail.content.ts';
import { rendered } from './mail.layout.ts';
import { type MailKind, mails } from './mail.texts.ts';
import { summary } from './money-mails.ts';

/** `MAIL_SAMPLES=write npm test -- samples` writes them again: check them and the diff. */
const FOLDER = join(import.meta.dirname, '../../../../test/golden/mails');
const writes = process.env['MAIL_SAMPLES'] === 'write';

const site = 'https://framelift.example';
const token = (of: string) => `affiliate-k3v9.${of}.mt1x2y.${'4f9c'.repeat(10)}`;
const about = (more: Partial<About> = {}): About => ({
  brand: firstSite.brand.name,
  username: 'anna',
  at: '2026-11-24T09:30:00.000Z',
  site,
  event: { type: 'SaleRecorded', position: 4711 },
  detail: '',
  affiliate: 'ann',
  webhook: 'Warehouse',
  by: 'nora',
  tierName: (tier) => tier.charAt(0).toUpperCase() + tier.slice(1),
  ...more,
});
const confirmUrl = `${site}/account/confirm-email#token=${token('9a'.repeat(20))}`;

const invoice = { provider: 'sellauth', invoiceId: '8123-4407' } as const;
const sale = (more: object = {}) => {
  const { data } = facts.saleRecorded({ ...invoice, product: 'Framelift Premium', commissionCents: 7_50, commissionBps: 25_00 });
  return { ...data, soldAt: '2026-11-24T09:12:00.000Z', availableAt: '2026-11-24T09:12:00.000Z', ...more } as Opened<'SaleRecorded'>;
};
const method = { details: { email: 'anna@pay.example' } };
const cashout = { cashoutId: 'k3v9-3', amountCents: 62_50 };
const decided = (status: 'approved' | 'completed' | 'rejected', more: object = {}) =>
  facts.cashoutProcessed({ ...cashout, status, ...more }).data;
const requested = facts.cashoutRequested({ ...cashout, payTo: { email: 'anna@pay.example' } }).data;

const promise = (version: number) =>
  `framelift.example/log\npromise\nstream affiliate-k3v9\nversion ${version}\nhash ${'A'.repeat(43)}=\nby 2026-11-25T09:12:00.000Z\n\n— framelift.example/log ${'B'.repeat(91)}=\n`;

type Sample = [kind: MailKind, data: object, more?: Partial<About>];
const samples: Record<string, Sample> = {
  welcome: ['welcome', {}, { confirmUrl }],
  'welcome-confirmed': ['welcome', {}],
  'sale-credited': ['saleCredited', sale()],
  'sale-credited-with-promise': ['saleCredited', sale(), { promises: [promise(12)] }],
  'sale-credited-on-hold': ['saleCredited', sale({ availableAt: '2026-12-08T00:00:00.000Z' })],
  'sale-refunded': ['saleReversed', facts.saleReversed({ ...invoice, commissionCents: 7_50, cause: 'refund' }).data],
  'sale-reversed': [
    'saleReversed',
    facts.saleReversed({ ...invoice, commissionCents: 7_50, cause: 'hand', reason: 'The card was stolen.' }).data,
  ],
  'sale-charged-back': ['saleReversed', facts.saleReversed({ ...invoice, commissionCents: 7_50, cause: 'dispute' }).data],
  'sale-restored': ['saleRestored', facts.saleRestored({ ...invoice, commissionCents: 7_50 }).data],
  'tier-reached': ['tierReached', facts.tierReached({ from: 'bronze', to: 'silver', netSales: 20 }).data],
  'cashout-requested': ['cashoutRequested', requested],
  'cashout-approved': ['cashoutApproved', decided('approved')],
  'cashout-completed': ['cashoutCompleted', decided('completed', { adminNotes: 'Sent by PayPal this morning.' })],
  'cashout-completed-with-proof': [
    'cashoutCompleted',
    decided('completed', { adminNotes: undefined, proof: { sha256: 'a'.repeat(64), mime: 'image/png', bytes: 1_234 } }),
  ],
  'cashout-rejected': ['cashoutRejected', decided('rejected', { adminNotes: 'PayPal does not know this address.', proof: undefined })],
  'cashout-completed-by-run': [
    'cashoutCompleted',
    decided('completed', { adminNotes: undefined, proof: undefined, runId: 'r1', reference: 'PP-2026-11' }),
  ],
  'payment-failed': ['paymentReturned', facts.paymentReturned({ ...cashout, because: 'failed' }).data],
  'payment-returned': ['paymentReturned', facts.paymentReturned({ ...cashout }).data],
  'payment-returned-by-bank': ['paymentReturned', facts.paymentReturned({ ...cashout, bankCode: 'AC04' }).data],
  'cashout-to-decide': ['cashoutToDecide', requested],
  'missing-sale-to-answer': ['missingSaleToAnswer', facts.missingSaleRaised({ missingSaleId: 'k3v9-2' }).data],
  'missing-sale-credited': [
    'missingSaleAnswered',
    facts.missingSaleAnswered({ missingSaleId: 'k3v9-2', reason: 'The buyer had two browsers open.' }).data,
  ],
  'missing-sale-refused': [
    'missingSaleAnswered',
    facts.missingSaleAnswered({
      missingSaleId: 'k3v9-2',
      answer: 'refused',
      transactionId: undefined,
      reason: 'The purchase was refunded.',
    }).data,
  ],
  'review-begun-sale': [
    'reviewBegun',
    facts.reviewHoldPlaced({ of: 'sale', about: 'sellauth-8123-4407', reason: 'We check this purchase with the store first.' }).data,
  ],
  'review-begun-cashout': ['reviewBegun', facts.reviewHoldPlaced({ of: 'cashout', about: 'k3v9-3' }).data],
  'review-begun-account': ['reviewBegun', facts.reviewHoldPlaced({ of: 'affiliate', about: 'k3v9' }).data],
  'status-active': ['statusChanged', { status: 'active' }],
  'status-suspended': ['statusChanged', { status: 'suspended', reason: 'Advertising on our own brand name.' }],
  'status-banned': ['statusChanged', { status: 'banned' }],
  'payment-method-added': ['paymentMethodAdded', facts.paymentMethodAdded(method).data],
  'payment-method-changed': ['paymentMethodChanged', facts.paymentMethodChanged(method).data],
  'payment-method-removed': ['paymentMethodRemoved', facts.paymentMethodRemoved().data],
  'password-changed': ['passwordChanged', {}],
  'totp-turned-on': ['totpTurnedOn', {}],
  'totp-turned-off': ['totpTurnedOff', {}],
  'recovery-codes-renewed': ['recoveryCodesRenewed', {}],
  'email-changed': ['emailChanged', {}],
  'email-changed-by-admin': ['emailChanged', {}, { confirmUrl }],
  'email-changed-before': ['emailChangedBefore', {}],
  'email-change-asked': ['emailChangeAsked', {}, { cancelUrl: `${site}/account/not-me#token=${token('9a'.repeat(20))}` }],
  'confirm-email': ['confirmEmail', {}, { confirmUrl }],
  'password-reset': [
    'passwordReset',
    { validUntil: '2026-11-24T10:00:00.000Z' },
    { resetUrl: `${site}/account/reset#token=${'7Qb1'.repeat(10)}` },
  ],
  'admin-created': ['adminCreated', { username: 'olga' }],
  'api-key-made': ['apiKeyMade', { name: 'Warehouse', scopes: ['read:events', 'read:personal'], expiresAt: '2027-11-24T00:00:00.000Z' }],
  'api-key-made-for-ever': ['apiKeyMade', { name: 'Shop', scopes: ['write:sales'] }],
  'webhook-added': ['webhookAdded', { name: 'Ledger', host: 'hooks.example', types: [], personal: true }],
  'webhook-changed': ['webhookChanged', { name: 'Ledger', host: 'hooks.example', types: ['sale.credited'], personal: false }],
  'four-eyes-asked': ['fourEyesAsked', { fourEyesCents: 500_00 }],
  'four-eyes-off-asked': [
    'fourEyesAsked',
    { fourEyesCents: null, fourEyesDayCents: 2_000_00, fourEyesAffiliateCents: null, detailsWaitDays: 7 },
  ],
  'terms-set': ['termsSet', {}],
  'webhook-paused': ['webhookPaused', { because: 'failing' }],
  'event-parked': ['eventParked', {}, { detail: 'dashboard' }],
  'books-out-of-balance': ['booksOutOfBalance', {}, { detail: '2026-11-24' }],
  'backup-failed': ['backupFailed', {}, { detail: 'backup 2026-11-24' }],
  'archive-behind': ['archiveBehind', {}, { detail: '2026-11-24' }],
  'archive-bypassed': ['archiveBypassed', {}],
  'system-restored': ['systemRestored', { from: 44_522, to: 44_468, reason: 'A wrong import', carried: 12 }],
  'witnesses-silent': ['witnessesSilent', {}, { detail: '2026-11-24' }],
  'trial-restore-failed': ['backupFailed', {}, { detail: 'proof 2026-11-24' }],
};
const promisesOf: Record<string, readonly string[]> = { 'summary-of-one': [promise(12)], 'summary-of-three': [12, 13, 14].map(promise) };
const summaries: Record<string, readonly Opened<'SaleRecorded'>[]> = {
  'summary-of-one': [sale()],
  'summary-of-three': [
    sale(),
    sale({ commissionCents: 6_00 }),
    sale({ product: 'Framelift Premium, two licences', commissionCents: 15_00 }),
  ],
  'summary-of-many': Array.from({ length: 34 }, () => sale()),
};

const files = (name: string, content: Content, isSwitchable: boolean): Record<string, string> => {
  const unsubscribe = isSwitchable ? { unsubscribeUrl: `${site}/account/unsubscribe#token=${token('sales')}` } : {};
  const { html, text } = rendered(content, { brand: firstSite.brand, site, settingsUrl: `${site}/account`, ...unsubscribe });
  return { [`${name}.html`]: html, [`${name}.txt`]: `Subject: ${content.subject}\n\n${text}` };
};
const all: Record<string, string> = Object.assign(
  {},
  ...Object.entries(samples).map(([name, [kind, data, more]]) =>
    files(name, mails[kind].says(data as never, about(more)), !!mails[kind].group),
  ),
  ...Object.entries(summaries).map(([name, sales]) => files(name, summary(sales, about({ promises: promisesOf[name] ?? [] })), true)),
);
if (writes) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, content] of Object.entries(all)) writeFileSync(join(FOLDER, file), content);
}

describe('samples of mails', () => {
  it('show every mail there is, and each is of an alarm or of an event', () => {
    const ofEvents = Object.values(events).flatMap(({ people }) => [...kindsIn(people.mail), ...kindsIn(people.adminMail)]);
    expect(new Set(Object.keys(mails))).toEqual(new Set([...ofEvents, ...Object.keys(alarmMails)]));
    expect([...new Set(Object.values(samples).map(([kind]) => kind))].toSorted()).toEqual(Object.keys(mails).toSorted());
    expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(all).toSorted());
  });

  it.each(Object.keys(all))('%s is what was looked at', (file) => {
    expect(all[file]).toBe(readFileSync(join(FOLDER, file), 'utf8'));
  });

  it.each(Object.keys(all).filter((file) => file.endsWith('.html')))('%s loads nothing, runs nothing and hides no data', (file) => {
    expect(all[file]).not.toMatch(/<(script|img|link|iframe|form)\b|url\(|undefined|null|\[object/i);
    expect([...all[file]!.matchAll(/href="([^"]*)"/g)].map(([, url]) => new URL(url!).origin)).toEqual(
      [...all[file]!.matchAll(/href="/g)].map(() => site),
    );
  });
});
