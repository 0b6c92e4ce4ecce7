import type { MetaFunction } from 'react-router';
import { pages } from '../lib/pages.ts';
import { usePageMeta } from '../lib/meta.ts';
import { requireSession } from '../session/requireSession.ts';
import { SignedIn } from '../session/screens/SignedIn.tsx';
import { Loading } from '../ui/Loading.tsx';
import { AdminScreen } from './AdminScreen.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.admin);

export const clientLoader = requireSession;

export function HydrateFallback() {
  return (
    <main id="main" tabIndex={-1}>
      <Loading text="Loading admin dashboard..." />
    </main>
  );
}

export default function AdminPage() {
  return (
    <main id="main" tabIndex={-1}>
      <SignedIn>
        <AdminScreen />
      </SignedIn>
    </main>
  );
}
