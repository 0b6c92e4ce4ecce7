import { type Static, Type } from 'typebox';
import { refusals } from '../rules/refusals.ts';
import { forAdmins } from './call.ts';
import { Nullable, refused } from './fields.ts';

const Version = (description: string) => Type.String({ pattern: String.raw`^\d{1,6}\.\d{1,6}\.\d{1,6}$`, description });

export const NewerVersionView = Type.Object({
  here: Version('Of this program'),
  newer: Nullable(Version('Announced at RELEASES_URL'), { description: 'null: none, or an admin dismissed it' }),
});
export type NewerVersionView = Static<typeof NewerVersionView>;

export const DismissVersionBody = Type.Object({
  version: Type.String({ ...Version('The one that was shown'), ...refused(refusals.badRequest) }),
});
export type DismissVersionBody = Static<typeof DismissVersionBody>;

export const newerVersionCalls = forAdmins({
  'GET /api/admin/newer-version': {
    does: 'Whether a newer version exists, as of the daily look at RELEASES_URL.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: NewerVersionView,
  },
  'POST /api/admin/newer-version/dismiss': { does: 'Do not show a newer version again.', body: DismissVersionBody },
});
