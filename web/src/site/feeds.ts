import type {
  PeopleView,
  PublicTermsView,
  ReceiptsOnPageView,
  ReleaseView,
  SocialsView,
  StatisticsView,
  SystemStatsView,
  TweakDownloadsView,
} from '@framelift/contracts';
import { EXAMPLE_DATA_HEADER } from '@framelift/contracts/rules';
import { useContext, useEffect, useState } from 'react';
import { type Known, KnownAnswersContext } from '../lib/known.ts';
import { untilBack } from '../lib/network/untilBack.ts';
import { sawExampleData } from './exampleData.ts';
import { stored } from '../session/stored.ts';

// Public numbers need no account, no key and no invalidation, so the pages that show them do without the store and its 24 kB.

export interface Feed<T> {
  data?: T;
  isLoading: boolean;
  isError: boolean;
}

/** `lasts`: it may be kept, as no source failed. */
interface Answer<T> extends Known<T> {
  lasts: boolean;
}

/** Answers are shared for a minute; a failure is not kept. */
const SHARED_MS = 60_000;
const answers = new Map<string, Promise<Answer<unknown>>>();

const get = async <T>(path: string): Promise<Answer<T>> => {
  const response = await fetch(path, { headers: { Accept: 'application/json' } });
  // A gateway or a captive portal answers with a page.
  if (!response.headers.get('Content-Type')?.includes('json')) throw new TypeError(`${path} answered without our server`);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const { headers } = response;
  const lasts = !headers.get('Cache-Control')?.includes('no-store');
  return { data: (await response.json()) as T, lasts, example: headers.has(EXAMPLE_DATA_HEADER) };
};

const ask = <T>(path: string, read: (path: string) => Promise<Answer<T>> = get): Promise<Answer<T>> => {
  const known = answers.get(path) as Promise<Answer<T>> | undefined;
  if (known) return known;
  const answer = read(path);
  answers.set(path, answer);
  const forget = () => answers.delete(path);
  answer.then(({ lasts }) => (lasts ? void setTimeout(forget, SHARED_MS) : forget()), forget);
  return answer;
};

/** The page may carry the answer: then nothing is asked while that is fresh, and it is shown until a newer one arrives. */
const useFeed = <T>(path: string, read?: (path: string) => Promise<Answer<T>>): Feed<T> => {
  const known = useContext(KnownAnswersContext)[path] as Known<T> | undefined;
  const [feed, setFeed] = useState<Feed<T>>(
    known ? { data: known.data, isLoading: false, isError: false } : { isLoading: true, isError: false },
  );
  useEffect(() => {
    if (known && performance.now() < SHARED_MS) return;
    let left = false;
    const tell = (next: Feed<T>) => !left && setFeed(next);
    const show = ({ data, example }: Known<T>) => {
      if (example) sawExampleData();
      tell({ data, isLoading: false, isError: false });
    };
    const isAnswered = (error: unknown) => !(error instanceof TypeError);
    const again = async () => left || ask(path, read).then((answer) => (show(answer), true), isAnswered);
    const failed = (error: unknown) => {
      if (!known) tell({ isLoading: false, isError: true });
      if (!isAnswered(error)) void untilBack(again);
    };
    ask(path, read).then(show, failed);
    return () => {
      left = true;
    };
  }, [path, read, known]);
  return feed;
};

/** Counts of tweaks stay for five minutes in the session, once every one of them is known (docs/product.md#tweaks). */
const COUNTS_MS = 300_000;
const counts = stored<{ at: number; view: TweakDownloadsView; example: boolean }>('tweakDownloads', 'sessionStorage');

const readCounts = async (path: string): Promise<Answer<TweakDownloadsView>> => {
  const kept = counts.read();
  // The session keeps it: memory need not.
  if (kept && Date.now() - kept.at < COUNTS_MS) return { data: kept.view, lasts: false, example: kept.example };
  const answer = await get<TweakDownloadsView>(path);
  const { data: view, example } = answer;
  const known = view.tweaks.length > 0 && view.tweaks.every(({ downloads }) => downloads !== null);
  if (known) counts.write({ at: Date.now(), view, example });
  return answer;
};

export const useStatistics = () => useFeed<StatisticsView>('/api/public/statistics');
export const useRelease = (product: string) => useFeed<ReleaseView>(`/api/public/releases/${product}`);
export const useSocials = () => useFeed<SocialsView>('/api/public/socials');
export const usePeople = () => useFeed<PeopleView>('/api/public/people');
export const useTerms = () => useFeed<PublicTermsView>('/api/public/terms');
export const useReceiptsOnPage = () => useFeed<ReceiptsOnPageView>('/api/public/receipts');
export const useTweakDownloads = () => useFeed<TweakDownloadsView>('/api/public/tweaks', readCounts);
export const useSystemStats = () => useFeed<SystemStatsView>('/api/affiliate/system-stats');
