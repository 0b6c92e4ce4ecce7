import '@fontsource-variable/mona-sans/wght.css';
import { accentStyle } from '@framelift/contracts/accent';
import { firstBrand } from '@framelift/contracts/content/brand';
import { iconPath, iconSizes } from '@framelift/contracts/icons';
import basicFont from 'basic-font.woff2?url';
import { type ReactNode, useContext } from 'react';
import { Links, type LinksFunction, Meta, Outlet, Scripts } from 'react-router';
import '../ui/tokens.css';
import '../ui/base.css';
import early from 'virtual:early';
import { useBrand } from '../lib/siteContent.ts';
import { KNOWN_ID, KnownAnswersContext } from '../lib/known.ts';
import { scriptJson } from '../lib/scriptJson.ts';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { ArriveOnPage } from './ArriveOnPage.tsx';
import { AwayNote } from './AwayNote.tsx';
import { PageData } from './PageData.tsx';
import { Splash, splashScript } from './Splash.tsx';

export const links: LinksFunction = () => [{ rel: 'preload', href: basicFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }];

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    // The splash script marks <html> before React arrives.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f7f8f3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0a0c0b" media="(prefers-color-scheme: dark)" />
        <Meta />
        <PageData />
        <Links />
        <Icons />
        <Accent />
        <script dangerouslySetInnerHTML={{ __html: splashScript }} />
      </head>
      <body>
        <Splash />
        {children}
        <script
          id={KNOWN_ID}
          type="application/json"
          dangerouslySetInnerHTML={{ __html: scriptJson(useContext(KnownAnswersContext)) }}
          suppressHydrationWarning
        />
        <Scripts />
        <script dangerouslySetInnerHTML={{ __html: early }} suppressHydrationWarning />
      </body>
    </html>
  );
}

/** The drawn icon, or the seller's logo. */
function Icons() {
  const { logo } = useBrand();
  if (!logo) return <link rel="icon" href="/favicon.svg" type="image/svg+xml" />;
  return (
    <>
      <link rel="icon" href={iconPath(logo, iconSizes.tab)} type="image/png" />
      <link rel="apple-touch-icon" href={iconPath(logo, iconSizes.touch)} />
      <link rel="manifest" href="/site.webmanifest" />
    </>
  );
}

/** As the page brought it: only the server computes it. */
const broughtAccent = import.meta.env.SSR ? '' : (document.querySelector('style[data-accent]')?.textContent ?? '');

/** The seller's colours, where they differ from the design's. */
function Accent() {
  const { accent } = useBrand();
  if (accent === firstBrand.accent) return null;
  const style = import.meta.env.SSR ? accentStyle(accent) : broughtAccent;
  return <style data-accent="" dangerouslySetInnerHTML={{ __html: style }} />;
}

export default function Root() {
  return (
    <>
      <ArriveOnPage />
      <Outlet />
      <AwayNote />
    </>
  );
}

/** Shown until the code of a page without its own HTML has arrived. */
export function HydrateFallback() {
  return (
    <main>
      <Loading text="Loading..." />
    </main>
  );
}

export function ErrorBoundary() {
  return (
    <main>
      <Failed text="Something went wrong. Please try again later." onRetry={() => window.location.reload()} />
    </main>
  );
}
