import { type Static, Type } from 'typebox';
import { SELLING } from '../events/streams.ts';
import { FIRST_RUN_STEPS, firstRunRefusals } from '../rules/first-run.ts';
import { forAdmins } from './call.ts';
import { Email, Nullable, OneOf } from './fields.ts';

const Missing = Type.Array(Type.String(), { description: 'Settings that are not set' });

export const FirstRunView = Type.Object({
  isOver: Type.Boolean({ description: 'A sale was credited, or each step is done or skipped' }),
  steps: Type.Array(Type.Object({ step: Type.Enum([...FIRST_RUN_STEPS]), state: Type.Enum(['open', 'done', 'skipped']) })),
  provider: Type.Enum(['sandbox', ...SELLING], { description: 'Who opens new checkouts' }),
  mail: Type.Enum(['sandbox', 'server', 'off'], { description: 'Where mails go' }),
  mailbox: Nullable(Type.String({ description: 'The page of the sandbox mailbox; null: mails are not kept there' })),
  missing: Type.Object({ sellauth: Missing, stripe: Missing, mail: Missing }),
});
export type FirstRunView = Static<typeof FirstRunView>;

export const SkipStepBody = Type.Object({ step: OneOf(FIRST_RUN_STEPS, firstRunRefusals.stepInvalid) });
export type SkipStepBody = Static<typeof SkipStepBody>;

export const TestMailBody = Type.Object({ email: Email });
export type TestMailBody = Static<typeof TestMailBody>;

export const firstRunCalls = forAdmins({
  'GET /api/admin/first-run': {
    does: 'The steps before the first sale, and the settings that are missing.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: FirstRunView,
  },
  'POST /api/admin/first-run/skip': { does: 'Skip a step before the first sale.', body: SkipStepBody },
  'POST /api/admin/first-run/test-mail': { does: 'Send a test mail, at most five in an hour.', lane: 'patient', body: TestMailBody },
});
