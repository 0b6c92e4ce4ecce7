import type { SupportedView } from '@framelift/contracts';
import { useEffect, useState } from 'react';
import { useHydrated } from '../../ui/useHydrated.ts';
import { keptSession } from '../../session/session.ts';

/** While somebody types, the server is not asked. */
const TYPING_MS = 400;
/** The shortest name there is. */
const SHORTEST = 3;
const LONGEST = 100;

/** The code in an address's query. */
export const couponIn = (search: string): string => new URLSearchParams(search).get('coupon')?.trim().slice(0, LONGEST) ?? '';

/** Nothing where the server cannot be asked: it decides at the checkout. */
const ask = async (code: string, signal: AbortSignal): Promise<SupportedView | undefined> => {
  try {
    // Not through the api slice: the page does without the store and its 24 kB.
    const { token } = keptSession.read();
    const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
    const response = await fetch(`/api/store/coupon?code=${encodeURIComponent(code)}`, { signal, headers });
    const answer = (await response.json()) as SupportedView;
    return response.ok ? answer : undefined;
  } catch {
    return undefined;
  }
};

/** The code that is typed, the address's at first, and what the server says of it. */
export const useCoupon = () => {
  const [entered, setCode] = useState<string>();
  const [answered, setAnswered] = useState<{ code: string; found: SupportedView | undefined }>();
  // The server knows no query.
  const hydrated = useHydrated();
  const code = entered ?? (hydrated ? couponIn(window.location.search) : '');
  const typed = code.trim();
  useEffect(() => {
    if (typed.length < SHORTEST) return;
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const coupon = await ask(typed, leaving.signal);
      if (!leaving.signal.aborted) setAnswered({ code: typed, found: coupon });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [typed]);
  return { code, setCode, said: answered?.code === typed ? answered.found : undefined };
};
