import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Page } from '../../ui/Page.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { DashboardBar } from '../screens/DashboardBar.tsx';
import { storedText } from '../stored.ts';
import { OpenWhy } from '../why/OpenWhy.tsx';
import { useWhy } from '../why/useWhy.ts';
import { BottomBar } from './BottomBar.tsx';
import { LazySheet } from './LazySheet.tsx';
import { Panel } from './Panel.tsx';
import { type Counts, type PlaceGroup, Rail } from './Rail.tsx';
import styles from './Shell.module.css';
import { AskUnsaved } from './unsaved.tsx';
import { usePlace } from './usePlace.ts';

const keptCollapsed = storedText('railCollapsed');
const none: Counts = {};

interface Props {
  /** What the list of places is called. */
  label: string;
  title: string;
  username: string;
  groups: PlaceGroup[];
  counts?: Counts;
  /** Names of the places that a phone shows in a bar below; without them its menu button is above. */
  bottom?: readonly string[];
  /** In the bar, from anywhere. */
  actions: ReactNode;
  /** Above every place. */
  banners?: ReactNode;
}

/** The frame of both dashboards: a bar above, the places at the left, the open one beside them. */
export function Shell({ label, title, username, groups, counts = none, bottom, actions, banners }: Props) {
  const { place } = usePlace();
  const { asked } = useWhy();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const all = groups.flatMap((group) => group.places);
  const open = all.find(({ name }) => name === place);
  const menu = !bottom && (
    <Button variant="ghost" icon aria-label="Open menu" className={styles.menu} onClick={() => setSheetOpen(true)}>
      <Menu aria-hidden />
    </Button>
  );
  return (
    <>
      <DashboardBar title={title} username={username} menu={menu}>
        {actions}
      </DashboardBar>
      <div className={styles.shell} data-bottom={bottom ? true : undefined} data-why={asked ? true : undefined}>
        <Side label={label} groups={groups} counts={counts} open={open?.name} />
        <Page dense>
          {banners}
          <AskUnsaved />
          <Panel name={open?.name}>{open ? open.panel : <NotFound />}</Panel>
        </Page>
      </div>
      {bottom && <BottomBar places={all.filter(({ name }) => bottom.includes(name))} open={open?.name} onMore={() => setSheetOpen(true)} />}
      <OpenWhy asked={asked} />
      {isSheetOpen && (
        <LazySheet title={label} onClose={() => setSheetOpen(false)}>
          <Rail id="sheet" label={label} groups={groups} counts={counts} open={open?.name} onChosen={() => setSheetOpen(false)} />
        </LazySheet>
      )}
    </>
  );
}

const NotFound = () => <Empty text="Page Not Found" hint="This page does not exist. It may have moved, or the link has a typo." />;

/** The places at the left; collapsed, they are icons, which this device remembers. A narrow window has no room for more. */
function Side(props: { label: string; groups: PlaceGroup[]; counts: Counts; open: string | undefined }) {
  const isNarrow = useMedia('(max-width: 64rem)');
  const [isCollapsed, setCollapsed] = useState(() => keptCollapsed.read() !== null);
  const collapsed = isNarrow || isCollapsed;
  const toggle = () => {
    if (isCollapsed) keptCollapsed.clear();
    else keptCollapsed.write('1');
    setCollapsed(!isCollapsed);
  };
  return (
    <div className={styles.side} data-collapsed={collapsed || undefined}>
      <Rail id="rail" {...props} collapsed={collapsed} />
      {!isNarrow && (
        <Button
          variant="ghost"
          size="small"
          icon
          className={styles.toggle}
          aria-label={collapsed ? 'Show place names' : 'Show icons only'}
          aria-pressed={collapsed}
          onClick={toggle}
        >
          {collapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
        </Button>
      )}
    </div>
  );
}
