import { codeIn } from '@framelift/contracts/referral-code';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { paths, placeAt } from '../lib/paths.ts';
import { followReferral } from '../checkout/referral.ts';
import { scrollTarget } from '../site/scrollTarget.ts';
import { wayBack } from '../session/wayBack.ts';
import { isEarlyHere, sayAlive } from './alive.ts';

/** What the navigation covers (docs/product.md#every-page). */
const OFFSET_PX = 80;

const scrollToElement = (id: string): boolean => {
  const element = id ? document.getElementById(id) : null;
  if (!element) return false;
  scrollTarget.clear();
  window.scrollTo({ top: element.getBoundingClientRect().top + window.scrollY - OFFSET_PX, behavior: 'smooth' });
  return true;
};

/** On every path change: scroll to the top (on / to a stored element or that of the address), move focus to the page, count a referred visit. */
export function ArriveOnPage() {
  const { pathname: path, search, hash } = useLocation();
  // The places of a dashboard are one page.
  const { dashboard } = placeAt(path) ?? {};
  const pathname: string = dashboard ? paths[dashboard] : path;
  const shown = useRef('');

  useEffect(() => {
    const isFirst = !shown.current;
    const isNew = shown.current !== pathname;
    shown.current = pathname;
    wayBack.arrived(pathname);
    // The browser itself goes to the element that the first address names.
    const named = isFirst ? '' : hash.slice(1);
    const arrived = pathname === paths.home && scrollToElement(scrollTarget.read() ?? named);
    if (isFirst || !isNew) return;
    if (!arrived) window.scrollTo({ top: 0, behavior: 'instant' });
    // Otherwise a screen reader stays silent and Tab goes on in the footer of the page before.
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, hash]);

  useEffect(sayAlive, []);

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
