import type { PeopleView, ReleaseView, StatisticsView, SystemStatsView, TweakDownloadsView } from '@framelift/contracts';
import { useEffect, useState } from 'react';
import { stored } from './stored.ts';

// Public numbers need no account, no key and no invalidation, so the pages that show them do without the store and its 24 kB.

export interface Feed<T> {
  data?: T;
  isLoading: boolean;
  isError: boolean;
}

/** Answers are shared by whoever asks within a minute; a failure is not kept. */
const SHARED_MS = 60_000;
const answers = new Map<string, Promise<unknown>>();

const get = async <T>(path: string): Promise<T> => {
  const response = await fetch(path, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
};

const ask = <T>(path: string, read: (path: string) => Promise<T> = get): Promise<T> => {
  const known = answers.get(path) as Promise<T> | undefined;
  if (known) return known;
  const answer = read(path);
  answers.set(path, answer);
  const forget = () => answers.delete(path);
  answer.then(() => setTimeout(forget, SHARED_MS), forget);
  return answer;
};

const useFeed = <T>(path: string, read?: (path: string) => Promise<T>): Feed<T> => {
  const [feed, setFeed] = useState<Feed<T>>({ isLoading: true, isError: false });
  useEffect(() => {
    let left = false;
    const tell = (told: Feed<T>) => !left && setFeed(told);
    ask(path, read).then(
      (data) => tell({ data, isLoading: false, isError: false }),
      () => tell({ isLoading: false, isError: true }),
    );
    return () => {
      left = true;
    };
  }, [path, read]);
  return feed;
};

/** SPEC §9: counts of tweaks stay for five minutes in the session. */
const COUNTS_MS = 300_000;
const counts = stored<{ at: number; view: TweakDownloadsView }>('tweakDownloads', () => sessionStorage);

const readCounts = async (path: string): Promise<TweakDownloadsView> => {
  const kept = counts.read();
  if (kept && Date.now() - kept.at < COUNTS_MS) return kept.view;
  const view = await get<TweakDownloadsView>(path);
  counts.write({ at: Date.now(), view });
  return view;
};

export const useStatistics = () => useFeed<StatisticsView>('/api/public/statistics');
export const useRelease = (product: 'free' | 'fortnite') => useFeed<ReleaseView>(`/api/public/releases/${product}`);
export const usePeople = () => useFeed<PeopleView>('/api/public/people');
export const useTweakDownloads = () => useFeed<TweakDownloadsView>('/api/public/tweaks', readCounts);
export const useSystemStats = () => useFeed<SystemStatsView>('/api/affiliate/system-stats');
