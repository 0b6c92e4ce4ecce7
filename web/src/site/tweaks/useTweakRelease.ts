import { repoOf, type ShownTweak } from '@framelift/contracts/tweaks';
import { formatCount } from '../../lib/format.ts';
import { useExampleData } from '../exampleData.ts';
import { useTweakDownloads } from '../feeds.ts';

/** How often a tweak was downloaded, and where it is. */
export const useTweakRelease = () => {
  const { data } = useTweakDownloads();
  const example = useExampleData();
  return (tweak: ShownTweak) => {
    const repo = repoOf(tweak);
    const release = data?.tweaks.find((counted) => counted.repo === repo);
    return {
      downloads: typeof release?.downloads === 'number' ? formatCount(release.downloads) : 'N/A',
      // The content names the seller's page; in the sandbox there is none, but a file.
      href: (example && release?.downloadUrl) || tweak.downloadUrl,
    };
  };
};
