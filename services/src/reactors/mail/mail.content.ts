import {
  adminPath,
  type AdminPlace,
  dashboardPath,
  type DashboardPlace,
  type EventName,
  type FigureId,
  invoiceKey,
  type MailGroup,
  type Told,
} from '@framelift/contracts';

/** `url`: complete. */
type MailFact = readonly [name: string, value: string, url?: string];

/** The content of a mail, for both of its parts. Addresses are complete. */
export interface Content {
  subject: string;
  heading: string;
  lines: readonly string[];
  /** Name, value and where the value leads, in a table. */
  facts?: readonly MailFact[];
  button?: { label: string; url: string };
  /** Below the button. */
  after?: readonly string[];
  /** Word for word, at the end. */
  quoted?: string;
}

/** Further data of a mail besides its event's. */
export interface About {
  username: string;
  /** ISO 8601 UTC, when it happened. */
  at: string;
  site: string;
  /** The name of the shop. */
  brand: string;
  event: { type: string; position: number };
  /** What an alarm is about. */
  detail: string;
  /** The log's signed promises of credited sales. */
  promises?: readonly string[];
  /** Confirms the address that the mail goes to; absent: it is confirmed. */
  confirmUrl?: string;
  resetUrl?: string;
  /** Cancels the change of address that the mail warns of. */
  cancelUrl?: string;
  /** The name of the affiliate whom the event is about; the id of an erased one. Empty: it is about none. */
  affiliate: string;
  /** The name of the webhook that the event is about. */
  webhook: string;
  /** The admin who did it, or `an operator`. */
  by: string;
  tierName(tier: string): string;
}

/** `group`: what it can be switched off with; without one it always goes out. */
export interface Mail {
  group?: MailGroup;
  says(data: never, about: About): Content;
}
export const mail = <N extends EventName>(says: (data: Told<N>, about: About) => Content, group?: MailGroup): Mail => ({
  says,
  ...(group ? { group } : {}),
});

export const day = (at: string): string => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
export const moment = (at: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} UTC`;

export const transaction = (invoice: Parameters<typeof invoiceKey>[0]) => ['Transaction', invoiceKey(invoice)] as const;
type Of = Pick<About, 'site'>;
type At = Pick<About, 'site' | 'event'>;
const panel = ({ event }: At, why: FigureId, of: string) => ({ why, of, at: String(event.position) });
/** An amount, which leads to the panel of its events: what it was at the event that the mail is about. */
export const figure = (about: At, name: string, value: string, why: FigureId, of: string): MailFact => [
  name,
  value,
  about.site + dashboardPath('overview', panel(about, why, of)),
];
/** The same for an admin. */
export const adminFigure = (about: At, name: string, value: string, why: FigureId, of: string): MailFact => [
  name,
  value,
  about.site + adminPath('overview', undefined, panel(about, why, of)),
];
export const dashboard = ({ site }: Of, place: DashboardPlace, label: string) => ({ label, url: site + dashboardPath(place) });
export const adminPlace = ({ site }: Of, place: AdminPlace, label: string, query?: Record<string, string>) => ({
  label,
  url: site + adminPath(place, undefined, query),
});
