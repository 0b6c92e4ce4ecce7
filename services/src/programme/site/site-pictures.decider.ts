import { picturesIn, siteStream } from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';

/** Hashes of every picture that was ever published, as any earlier content can be restored. */
const publishedPictures: Decider<string[]> = {
  name: 'site-pictures',
  version: 1,
  initial: [],
  evolve: { SiteChanged: (published, { content }) => [...new Set([...published, ...picturesIn(content)])] },
};

export const publishedPicturesSource: Source<string[]> = { streamId: siteStream, decider: publishedPictures };
