import type { DashboardView } from '../../contracts/src/index.ts';
import DashboardPage from '../../web/src/dashboard/dashboard.route.tsx';
import { dashboard, dashboardAnswers, session } from './golden/affiliate.ts';
import { loadCode, type Answers, openScreen, panelLoaded } from './screen.tsx';

interface Given {
  /** Differences from the golden view. */
  view?: Partial<DashboardView>;
  /** Answers beside or instead of the golden ones. */
  answers?: Answers;
  fakeClock?: boolean;
}

/** The affiliate dashboard, loaded, with one of its tabs open. */
export async function openDashboard(tab: string, { view, answers, fakeClock }: Given = {}) {
  await loadCode('web/src/dashboard/**/*Tab.tsx', 'web/src/dashboard/*Dialog.tsx', 'web/src/session/screens/ProofDialog.tsx');
  const all: Answers = { ...dashboardAnswers, 'GET /api/affiliate/stats': { ...dashboard, ...view }, ...answers };
  const opened = openScreen(`/affiliate/dashboard/${tab}`, DashboardPage, { answers: all, session, fakeClock });
  await opened.screen.findByRole('tablist', { name: 'Dashboard' });
  await panelLoaded();
  return opened;
}
