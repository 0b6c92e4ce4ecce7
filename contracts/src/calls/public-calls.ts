import * as api from './api.ts';
import type { Call } from './call.ts';
import { PublicTermsView } from './terms-api.ts';

/** What the public pages ask the server for: other people's numbers and pictures. */
export const publicCalls = {
  'GET /api/public/statistics': { does: 'Every public number of the site.', permission: 'public', answers: api.StatisticsView },
  'GET /api/public/releases/:product': {
    does: 'Latest release and downloads of `free` or `fortnite`.',
    permission: 'public',
    answers: api.ReleaseView,
  },
  'GET /api/public/tweaks': { does: 'Download counts of the free tweaks.', permission: 'public', answers: api.TweakDownloadsView },
  'GET /api/public/terms': {
    does: 'The programme’s terms in force, as the site states them.',
    permission: 'public',
    answers: PublicTermsView,
  },
  'GET /api/public/people': { does: 'Names and pictures of reviewers and staff.', permission: 'public', answers: api.PeopleView },
  'GET /api/public/people/:id/avatar': { does: 'The picture of one of them.', permission: 'public', answers: 'image' },
  'GET /api/public/videos/:id/thumbnail': { does: 'The picture of a video of the site.', permission: 'public', answers: 'image' },
  'GET /api/public/examples/:file': {
    does: 'A file of an example release, where the sandbox of the public sources stands in for the code host.',
    permission: 'public',
    answers: 'plain',
  },
} as const satisfies Record<string, Call>;
