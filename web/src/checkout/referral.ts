import type { TrackVisitBody, VisitView } from '@framelift/contracts';
import { rules } from '@framelift/contracts/rules';
import { campaignIn } from '@framelift/contracts/campaign';
import { stored } from '../session/stored.ts';

/** A referral on this device: whose code, the counted visit, when the code was followed, and what the link said and led to. */
export interface Referral {
  ref: string;
  visitId: string | null;
  at: string;
  campaign?: string;
  /** A path. */
  landing?: string;
}

const referral = stored<Referral>('referral');
/** Links that were followed before, oldest first: by the terms the first one may earn. */
const earlier = stored<Referral[]>('earlierReferrals');
const recentVisits = stored<{ visit: string; at: number }[]>('recentVisits');

/** The same ref and page within 5 s is one visit; entries older than 10 s are dropped (docs/product.md#referral). */
const REPEAT_MS = 5_000;
const FORGET_MS = 10_000;

export const readReferral = referral.read;
export const readEarlier = (): Referral[] => earlier.read() ?? [];

/** Of too many the middle one goes: the oldest may earn, and once they are too old the newest. */
const keepEarlier = (previous: Referral): void => {
  const all = [...readEarlier(), previous];
  earlier.write(all.length > rules.earlierClicks ? all.toSpliced(all.length >> 1, 1) : all);
};

const isRepeat = (visit: string, now: number): boolean => {
  const recent = (recentVisits.read() ?? []).filter((entry) => now - entry.at < FORGET_MS);
  const repeated = recent.some((entry) => entry.visit === visit && now - entry.at < REPEAT_MS);
  recentVisits.write(repeated ? recent : [...recent, { visit, at: now }]);
  return repeated;
};

/** Resolves when somebody sees the page: a browser may run it in advance. */
const shown = (): Promise<unknown> =>
  (document as { prerendering?: boolean }).prerendering
    ? new Promise((seen) => document.addEventListener('prerenderingchange', seen, { once: true }))
    : Promise.resolve();

const track = async (body: TrackVisitBody): Promise<string | null | undefined> => {
  try {
    // Not through the api slice: every page tracks, also those that load no store. keepalive outlives a click away.
    const response = await fetch('/api/track/track-visit', {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    // Read in any case: an unread answer keeps its connection busy.
    const answer = (await response.json()) as VisitView;
    return response.ok ? answer.visitId : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps the code that was followed, and counts a visit to this page if there is a code (docs/product.md#referral). */
export const followReferral = async (followed: string | undefined, pageUrl: string): Promise<void> => {
  await shown();
  const previous = referral.read();
  const now = new Date();
  if (followed) {
    const campaign = campaignIn(pageUrl);
    // A visit of another campaign would speak for that one.
    const goesOn = followed === previous?.ref && campaign === previous.campaign;
    const landing = new URL(pageUrl).pathname;
    if (previous && previous.ref !== followed) keepEarlier(previous);
    referral.write({ ref: followed, visitId: goesOn ? previous.visitId : null, at: now.toISOString(), campaign, landing });
  }
  const current = referral.read();
  if (!current || isRepeat(`${current.ref} ${new URL(pageUrl).pathname}`, now.getTime())) return;

  const visitId = await track({
    ref: current.ref,
    timestamp: now.toISOString(),
    userAgent: navigator.userAgent,
    ip: null, // The server takes the address from the connection.
    referrer: document.referrer || null,
    pageUrl,
  });
  if (referral.read()?.ref !== current.ref) return;
  if (visitId) referral.write({ ...current, visitId: followed ? visitId : (current.visitId ?? visitId) });
  // The last *valid* code earns: a code nobody owns is not counted and gives way to the one before it.
  else if (visitId === null && followed && previous && previous.ref !== followed) {
    referral.write(previous);
    earlier.write(readEarlier().slice(0, -1));
  }
};
