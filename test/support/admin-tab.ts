import AdminPage from '../../web/src/admin/admin.route.tsx';
import { adminAnswers, session } from './golden/admin.ts';
import { type Answers, openScreen } from './screen.tsx';

interface Given {
  /** What the server answers beside or instead of the golden answers. */
  answers?: Answers;
  fakeClock?: boolean;
}

/** The admin dashboard, loaded, at an address like `affiliates&search=nina`: its tab and what the address says more. */
export async function openAdminTab(tab: string, { answers, fakeClock }: Given = {}) {
  const opened = openScreen(`/admin/dashboard?tab=${tab}`, AdminPage, { answers: { ...adminAnswers, ...answers }, session, fakeClock });
  await opened.screen.findByRole('tablist');
  return opened;
}
