import { Banner } from '../ui/Banner.tsx';
import { useNoticesQuery } from './lossesApi.ts';

/** How often it is asked, ms: no event reports how a system is set up. */
const LOOK_EVERY = 60_000;

/** Says what is set up wrong, on every tab, until it is mended. */
export function SetupNotices() {
  const { data } = useNoticesQuery(undefined, { pollingInterval: LOOK_EVERY });
  return data?.notices.map((text) => <Banner key={text} tone="error" text={text} />);
}
