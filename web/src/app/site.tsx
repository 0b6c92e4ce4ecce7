import { Outlet } from 'react-router';
import { Announcement } from './Announcement.tsx';
import { Footer } from './Footer.tsx';
import { Navigation } from './Navigation.tsx';

/** The frame of the public pages: navigation and announcement above, footer below. */
export default function Site() {
  return (
    <>
      <Navigation />
      <Announcement />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
