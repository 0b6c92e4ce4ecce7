// One builder for each event: `saleRecorded({ invoiceId })`. The golden samples fill the rest. Types can be stripped from this file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, type EventName, events, type Fact, type Sealed, type Stored } from '../../contracts/src/index.ts';

type Data<N extends EventName> = Fact<N>['data'];
type Builders = { [N in EventName as Uncapitalize<N>]: (data?: Partial<Data<N>>) => Fact<N> };

/** The ordinary case, where a golden sample shows the rare one. */
const ordinary: { [N in EventName]?: Partial<Data<N>> } = {
  SaleRecorded: { credited: 'store', attributedBy: 'click' },
  SaleReversed: { cause: 'refund' },
  SaleCreditReversed: { cause: 'refund' },
  NameClaimed: { kind: 'username' },
  NameReleased: { kind: 'username', resolves: true },
  PartialRefundSeen: { currency: 'EUR' },
  ProgrammeTermsSet: {
    foreignCurrency: 'refused',
    fourEyesDayCents: null,
    fourEyesAffiliateCents: null,
    detailsWaitDays: 0,
    selfBilling: null,
    receipts: 'allowed',
  },
};

const samples = new Map(
  readFileSync(join(import.meta.dirname, '../golden/events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: EventName; schemaVersion: number; data: Record<string, unknown> })
    .toSorted((a, b) => a.schemaVersion - b.schemaVersion)
    .map(({ type, data }) => {
      const required = Object.entries(data).filter(([name]) => (events as Catalogue)[type]!.data.required?.includes(name));
      return [type, { ...Object.fromEntries(required), ...ordinary[type] }] as const;
    }),
);

/** The golden sample of an event with the given fields, personal fields sealed. */
export const sampleOf = <N extends EventName>(type: N): Stored<N> => structuredClone(samples.get(type)!) as Stored<N>;

/** A sealed field of the sample in clear: a text, or payment details. */
const clear = (type: EventName, name: string, value: unknown): unknown => {
  const definition = (events as Catalogue)[type]!;
  if (!definition.personal?.[name]) return value;
  const { sealed } = value as Sealed;
  return 'type' in definition.data.properties[name]! ? sealed : { email: `${sealed}@example.org` };
};

const builderOf =
  <N extends EventName>(type: N) =>
  (data: Partial<Data<N>> = {}): Fact<N> => {
    const rest = Object.entries(sampleOf(type)).filter(([name]) => !(name in data));
    return { type, data: { ...Object.fromEntries(rest.map(([name, value]) => [name, clear(type, name, value)])), ...data } } as Fact<N>;
  };

const names = Object.keys(events) as EventName[];
const builders = Object.fromEntries(names.map((name) => [name[0]!.toLowerCase() + name.slice(1), builderOf(name)])) as unknown as Builders;

export const {
  adminCreated,
  adminEmailChangeAsked,
  adminEmailChanged,
  adminRevoked,
  affiliateDeleted,
  affiliateEdited,
  affiliateRegistered,
  apiKeyMade,
  apiKeyRevoked,
  buyerErased,
  cashoutProcessed,
  cashoutReturned,
  cashoutsCollected,
  cashoutsReleased,
  cashoutRequested,
  checkoutStarted,
  couponGiven,
  couponTakenBack,
  currencyRateSet,
  disputeSeen,
  emailChangeAsked,
  headSigned,
  holdReleased,
  maintenanceStarted,
  missingSaleAnswered,
  missingSaleRaised,
  nameClaimed,
  nameReleased,
  notificationsRead,
  partialRefundSeen,
  passwordChanged,
  passwordResetAllowed,
  paymentMethodAdded,
  paymentMethodChanged,
  paymentMethodRemoved,
  paymentOutcomeUnknown,
  paymentReturned,
  payoutBatchAccepted,
  payoutBatchDelayed,
  payoutBatchProcessed,
  payoutBatchRefused,
  payoutBatchSent,
  payoutCashoutsPaid,
  payoutCashoutsRemoved,
  payoutCounted,
  payoutAccountSet,
  payoutFileMade,
  payoutFileUnused,
  payoutResultSeen,
  payoutRunApproved,
  payoutRunCancelled,
  payoutRunSettled,
  payoutRunStarted,
  programmeTermsSet,
  proofSecretGiven,
  receiptShared,
  receiptWithdrawn,
  recoveryCodesRenewed,
  reviewHoldPlaced,
  saleCreditRestored,
  saleCreditReversed,
  saleCredited,
  saleHoldReleased,
  saleNotCredited,
  saleRecorded,
  siteChanged,
  systemRestored,
  saleReported,
  saleRestored,
  saleReversed,
  tierRecalculated,
  tierReached,
  tiersRecalculated,
  unmatchedPaymentSeen,
  totpTurnedOff,
  totpTurnedOn,
  visitTracked,
  webhookAdded,
  webhookPaused,
} = builders;
