import AdminPage from '../../web/src/admin/admin.route.tsx';
import { adminAnswers, session } from './golden/admin.ts';
import { loadCode, type Answers, openScreen, panelLoaded } from './screen.tsx';

interface Given {
  /** Answers beside or instead of the golden ones. */
  answers?: Answers;
  fakeClock?: boolean;
}

/** The admin dashboard, loaded, at an address like `affiliates?search=nina`: its place and the rest of the address. */
export async function openAdminTab(tab: string, { answers, fakeClock }: Given = {}) {
  await loadCode('web/src/admin/**/*Tab.tsx', 'web/src/admin/AdminModal.tsx');
  const opened = openScreen(`/admin/dashboard/${tab}`, AdminPage, { answers: { ...adminAnswers, ...answers }, session, fakeClock });
  await opened.screen.findByRole('tablist');
  await panelLoaded();
  return opened;
}
