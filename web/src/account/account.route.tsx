import type { MetaFunction } from 'react-router';
import { pages } from '../lib/pages.ts';
import { usePageMeta } from '../lib/meta.ts';
import { requireSession } from '../session/requireSession.ts';
import { SignedIn } from '../session/screens/SignedIn.tsx';
import { Loading } from '../ui/Loading.tsx';
import { AccountScreen } from './AccountScreen.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.account);

export const clientLoader = requireSession;

export function HydrateFallback() {
  return (
    <main id="main" tabIndex={-1}>
      <Loading text="Loading account..." />
    </main>
  );
}

export default function AccountPage() {
  return (
    <main id="main" tabIndex={-1}>
      <SignedIn>
        <AccountScreen />
      </SignedIn>
    </main>
  );
}
