import { codeIn } from '@framelift/contracts/referral-code';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { paths, placeAt } from '../lib/paths.ts';
import { followReferral } from '../checkout/referral.ts';
import { scrollTarget } from '../site/scrollTarget.ts';
import { ALIVE, isEarlyHere } from './alive.ts';

/** What the navigation covers (docs/product.md#every-page). */
const OFFSET_PX = 80;

const scrollToStored = (): boolean => {
  const id = scrollTarget.read();
  const element = id ? document.getElementById(id) : null;
  if (!element) return false;
  scrollTarget.clear();
  window.scrollTo({ top: element.getBoundingClientRect().top + window.scrollY - OFFSET_PX, behavior: 'smooth' });
  return true;
};

/** On every path change: scroll to the top (on / to a stored element), move focus to the page, count a referred visit. */
export function ArriveOnPage() {
  const { pathname: path, search } = useLocation();
  // The places of a dashboard are one page.
  const { dashboard } = placeAt(path) ?? {};
  const pathname: string = dashboard ? paths[dashboard] : path;
  const firstPage = useRef(true);

  useEffect(() => {
    const arrived = pathname === paths.home && scrollToStored();
    if (!firstPage.current) {
      if (!arrived) window.scrollTo({ top: 0, behavior: 'instant' });
      // Otherwise a screen reader stays silent and Tab goes on in the footer of the page before.
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    firstPage.current = false;
  }, [pathname]);

  useEffect(() => void window.dispatchEvent(new Event(ALIVE)), []);

  // A page is one visit, whatever its address is narrowed to meanwhile. Behind # may be what is nobody else's business.
  const followed = codeIn(search);
  const counted = useRef('');
  useEffect(() => {
    if (counted.current === pathname && !followed) return;
    // The early script has followed the link to the first page.
    if (!counted.current && isEarlyHere()) return void (counted.current = pathname);
    counted.current = pathname;
    void followReferral(followed, `${window.location.origin}${pathname}${window.location.search}`);
  }, [pathname, followed]);

  return null;
}
