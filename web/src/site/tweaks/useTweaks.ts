import type { TweakView } from '@framelift/contracts';
import { tweaks as firstTweaks } from '@framelift/contracts/content/tweaks';
import type { ShownTweak } from '@framelift/contracts/tweaks';
import { useNamed, usePublished, useSection, useSite } from '../../lib/siteContent.ts';

const first = { tweaks: firstTweaks };

/** Every tweak, for their list. */
export const useTweaks = (): readonly ShownTweak[] => useSection('tweaks', first).tweaks;

export const useTweakCount = (): number => useSite()?.tweaks ?? firstTweaks.length;

/** One of them, for its page, which does not carry the others; undefined: there is none at this address. */
export function useTweak(slug: string): ShownTweak | undefined {
  const { tweaks } = useNamed(first);
  const published = usePublished<TweakView>('tweaks', `/api/public/site/tweaks/${encodeURIComponent(slug)}`);
  if (published === undefined) return tweaks.find((tweak) => tweak.slug === slug);
  return published?.tweak as ShownTweak | undefined;
}
