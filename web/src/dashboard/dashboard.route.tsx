import type { MetaFunction } from 'react-router';
import { pages } from '../lib/pages.ts';
import { usePageMeta } from '../lib/meta.ts';
import { requireSession } from '../session/requireSession.ts';
import { SignedIn } from '../session/screens/SignedIn.tsx';
import { Loading } from '../ui/Loading.tsx';
import { DashboardScreen } from './DashboardScreen.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.dashboard);

export const clientLoader = requireSession;

export function HydrateFallback() {
  return (
    <main id="main" tabIndex={-1}>
      <Loading text="Loading dashboard..." />
    </main>
  );
}

export default function DashboardPage() {
  return (
    <main id="main" tabIndex={-1}>
      <SignedIn>
        <DashboardScreen />
      </SignedIn>
    </main>
  );
}
