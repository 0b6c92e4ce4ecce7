import { affiliateStream, type Fact, fact, forfeitedBy, refusals, type Terms } from '@framelift/contracts';
import { type Claim, claimName, releaseName } from '../claims/claim.decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import type { ChangeBilling, DeleteAffiliate, EditAffiliate } from './affiliate.commands.ts';
import { type Affiliate, editable, editableFields, type OnTerms, present } from './affiliate.decider.ts';

/** The values compared for a change: names by their hashes. */
const compared = (field: (typeof editableFields)[number]) =>
  field === 'username' || field === 'email' ? (`${field}Claim` as const) : field;

/** An affiliate's own terms. */
const ownTerms: ReadonlySet<string> = new Set(['minimumCashoutCents', 'holdDays']);

/** Only fields that differ become facts, so an unchanged tier never becomes a manual one (docs/rules.md#10-accounts). */
const editedFields = (a: Affiliate, { tiers }: Terms, { fields, reason, editBase }: EditAffiliate): Fact[] => {
  present(a);
  const changes = editableFields.filter((f) => fields[compared(f)] !== undefined && fields[compared(f)] !== a[compared(f)]);
  refuseIf(changes.includes('tier') && !tiers.some(({ tier }) => tier === fields.tier), refusals.noSuchTier);
  refuseIf(!reason && changes.some((f) => ownTerms.has(f)), refusals.ownTermsNeedReason);
  for (const field of changes) {
    const changedAt = a.changedAt[field] ?? 0;
    refuseIf(editBase === undefined && changedAt > 0 && ownTerms.has(field), refusals.editBaseMissing);
    refuseIf(editBase !== undefined && changedAt > editBase, refusals.changedMeanwhile(editable[field]), 'conflict');
  }
  const data = Object.fromEntries(changes.flatMap((f) => [f, compared(f)]).map((name) => [name, fields[name]]));
  return changes.length ? [fact('AffiliateEdited', { ...data, ...(reason ? { reason } : {}) })] : [];
};

/** Refused while a cashout is open; available and held money is forfeited and named in the event. */
const deleted = (a: Affiliate, { forfeitsCents: shownCents }: DeleteAffiliate): Fact[] => {
  refuseIf(!a.registered, refusals.affiliateNotFound, 'missing');
  if (a.deleted) return [];
  refuseIf(a.openCashouts.length > 0, refusals.openCashouts, 'conflict');
  const forfeitedCents = forfeitedBy(a.books);
  refuseIf(shownCents !== undefined && shownCents !== forfeitedCents, refusals.changedMeanwhile('balance'), 'conflict');
  return [fact('AffiliateDeleted', { forfeitedCents })];
};

interface Editing extends OnTerms {
  oldUsername: Claim;
  newUsername: Claim;
  oldEmail: Claim;
  newEmail: Claim;
}

/** An edit may change names: the new one is claimed and the old one released in the same append. */
export const editAffiliate = (s: Editing, c: EditAffiliate): { [K in keyof Editing]?: Fact[] } => {
  const affiliate = editedFields(s.affiliate, s.programme.terms, c);
  const { usernameClaim, emailClaim } = (affiliate[0]?.data ?? {}) as EditAffiliate['fields'];
  const account = affiliateStream(c.affiliateId);
  const now = c.meta.occurredAt;
  return {
    affiliate,
    oldUsername: usernameClaim ? releaseName(s.oldUsername, s.programme.terms, 'username', account, now, 'renamed') : [],
    newUsername: usernameClaim ? claimName(s.newUsername, 'username', account, now) : [],
    oldEmail: emailClaim ? releaseName(s.oldEmail, s.programme.terms, 'email', account, now, 'renamed') : [],
    newEmail: emailClaim ? claimName(s.newEmail, 'email', account, now) : [],
  };
};

/** The name of a coupon's claim among the sources of a deletion. */
export const couponSource = (codeClaim: string) => `coupon ${codeClaim}` as const;
/** Claims of coupons are under their hashes. */
type Deleting = OnTerms & { username: Claim; email: Claim } & Record<`coupon ${string}`, Claim>;

/** A deletion releases all names; links and codes then lead nowhere. */
export const deleteAffiliate = (s: Deleting, c: DeleteAffiliate): { [K in keyof Deleting]?: Fact[] } => {
  const affiliate = deleted(s.affiliate, c);
  if (!affiliate.length) return {};
  const account = affiliateStream(c.affiliateId);
  const now = c.meta.occurredAt;
  return {
    affiliate,
    username: releaseName(s.username, s.programme.terms, 'username', account, now, 'deleted'),
    email: releaseName(s.email, s.programme.terms, 'email', account, now, 'deleted'),
    ...Object.fromEntries(
      s.affiliate.coupons.map(({ codeClaim }) => {
        const name = couponSource(codeClaim);
        return [name, releaseName(s[name]!, s.programme.terms, 'coupon', account, now, 'deleted')];
      }),
    ),
  };
};

/** Sets the billing details on an affiliate's future statements. */
export const changeBilling = (a: Affiliate, { details }: ChangeBilling): Fact[] => {
  present(a);
  return [fact('BillingDetailsChanged', details)];
};
