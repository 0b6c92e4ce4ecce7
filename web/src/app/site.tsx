import { Outlet } from 'react-router';
import { Footer } from './Footer.tsx';
import { Navigation } from './Navigation.tsx';

/** The frame of the public pages: navigation above, footer below. */
export default function Site() {
  return (
    <>
      <Navigation />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
