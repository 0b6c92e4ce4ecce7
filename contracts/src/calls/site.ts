import { type Static, Type } from 'typebox';
import type { Call } from './call.ts';
import { Nullable } from './fields.ts';
import { PublicTermsView } from './terms.ts';

/** Public feeds: what the server last read elsewhere. null: never read, so the site shows a fallback text (docs/product.md#fallbacks). */
export const StatisticsView = Type.Object({
  freeUtilityVersion: Nullable(Type.String()),
  freeUtilityDownloads: Nullable(Type.Integer()),
  recentDownloads: Nullable(Type.Integer({ description: 'Downloads of the free utility from version 2.0 on' })),
  freeTweaksDownloads: Nullable(Type.Integer()),
  premiumVersion: Nullable(Type.String()),
  premiumTotalTweaksRaw: Nullable(Type.String()),
  customersTotalRaw: Nullable(Type.String()),
  discordMembers: Nullable(Type.Integer()),
  videoSubscribers: Nullable(Type.Integer()),
  codeStars: Nullable(Type.Integer()),
});
export type StatisticsView = Static<typeof StatisticsView>;

export const ReleaseView = Type.Object({
  version: Nullable(Type.String()),
  downloadUrl: Nullable(Type.String()),
  downloads: Nullable(Type.Integer()),
});
export type ReleaseView = Static<typeof ReleaseView>;

export const TweakDownloadsView = Type.Object({
  tweaks: Type.Array(
    Type.Object({
      repo: Type.String(),
      downloads: Nullable(Type.Integer()),
      downloadUrl: Nullable(Type.String({ description: 'The file of the latest release' })),
    }),
  ),
});
export type TweakDownloadsView = Static<typeof TweakDownloadsView>;

export const PersonView = Type.Object({
  discordId: Type.String(),
  name: Nullable(Type.String({ description: 'global_name, else username' })),
  username: Nullable(Type.String()),
  avatarUrl: Nullable(Type.String({ description: 'On this origin: the server fetches the picture' })),
});
export type PersonView = Static<typeof PersonView>;
export const PeopleView = Type.Object({ people: Type.Array(PersonView) });
export type PeopleView = Static<typeof PeopleView>;

export const SocialsView = Type.Object({
  frameUrl: Nullable(Type.String({ description: 'The page of all places, while it answers and may be framed' })),
});
export type SocialsView = Static<typeof SocialsView>;

/** What the public pages ask the server for: other people's numbers and pictures. */
export const siteCalls = {
  'GET /api/public/statistics': { does: 'Every public number of the site.', permission: 'public', answers: StatisticsView },
  'GET /api/public/releases/:product': {
    does: 'Latest release and downloads of `free` or `fortnite`.',
    permission: 'public',
    answers: ReleaseView,
  },
  'GET /api/public/tweaks': { does: 'Download counts of the free tweaks.', permission: 'public', answers: TweakDownloadsView },
  'GET /api/public/terms': {
    does: 'The programme’s terms in force, as the site states them.',
    permission: 'public',
    answers: PublicTermsView,
  },
  'GET /api/public/socials': {
    does: 'Whether the page of all the seller’s places can be shown in a frame.',
    permission: 'public',
    answers: SocialsView,
  },
  'GET /api/public/people': { does: 'Names and pictures of reviewers and staff.', permission: 'public', answers: PeopleView },
  'GET /api/public/people/:id/avatar': { does: 'The picture of one of them.', permission: 'public', answers: 'image' },
  'GET /api/public/videos/:id/thumbnail': { does: 'The picture of a video of the site.', permission: 'public', answers: 'image' },
  'GET /api/public/examples/:file': {
    does: 'A file of an example release, if the sandbox of the public sources replaces the code host.',
    permission: 'public',
    answers: 'plain',
  },
} as const satisfies Record<string, Call>;
