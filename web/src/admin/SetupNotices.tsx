import { noticeTexts } from '@framelift/contracts/notices';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { Banner } from '../ui/Banner.tsx';
import { useNoticesQuery } from './lossesApi.ts';

/** How often it is asked, ms: no event reports how a system is set up. */
const LOOK_EVERY = 60_000;

const links: Record<string, ReactNode> = { [noticeTexts.addressUnreachable]: <Link to={paths.account}>Change address</Link> };

/** Shows what is set up wrong, on every tab, until it is fixed. */
export function SetupNotices() {
  const { data } = useNoticesQuery(undefined, { pollingInterval: LOOK_EVERY });
  return data?.notices.map((text) => <Banner key={text} tone="error" text={text} link={links[text]} />);
}
