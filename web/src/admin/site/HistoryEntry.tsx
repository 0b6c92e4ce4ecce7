import { firstContent } from '@framelift/contracts/content/first-site';
import { sectionInfo, type SiteSection } from '@framelift/contracts/site-sections';
import { Link } from 'react-router';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { ChangeList } from './ChangeList.tsx';
import type { SiteChange } from './siteApi.ts';
import { changesOf } from './siteWords.ts';

/** An earlier content of a section; position 0: the first. */
export interface Earlier {
  section: SiteSection;
  position: number;
  content: object;
}

/** What a section had before anybody changed it. */
export function FirstContent({ section, onRestore }: { section: SiteSection; onRestore: (earlier: Earlier) => void }) {
  const name = sectionInfo(section).title;
  const restore = () => onRestore({ section, position: 0, content: firstContent(section) });
  return (
    <Entry
      title={`${name} at first`}
      aside={
        <Button size="small" onClick={restore} aria-label={`Restore the first ${name.toLowerCase()}`}>
          Restore
        </Button>
      }
    >
      <Faint>In effect since the start.</Faint>
    </Entry>
  );
}

/** Changes that were published together, newest first: they are one entry. */
export const together = (changes: readonly SiteChange[]): SiteChange[][] =>
  changes.reduce<SiteChange[][]>((groups, change) => {
    const last = groups.at(-1)?.[0];
    if (last?.changedAt === change.changedAt && last.by === change.by) groups.at(-1)!.push(change);
    else groups.push([change]);
    return groups;
  }, []);

interface TogetherProps extends Pick<ChangeProps, 'onRestore'> {
  changes: readonly SiteChange[];
  isNow: (change: SiteChange) => boolean;
}

export function Together({ changes, isNow, onRestore }: TogetherProps) {
  const [first, ...more] = changes;
  const shown = changes.map((change) => (
    <Change key={change.position} change={change} isNow={isNow(change)} onRestore={onRestore} isPart={more.length > 0} />
  ));
  if (!more.length) return shown;
  return (
    <Entry title={`${changes.length} changes by ${first!.by}`}>
      <Entries>{shown}</Entries>
    </Entry>
  );
}

interface ChangeProps {
  change: SiteChange;
  /** It is what is published. */
  isNow: boolean;
  /** Others were published with it, and say by whom. */
  isPart: boolean;
  onRestore: (earlier: Earlier) => void;
}

function Change({ change: { position, section, content, before, note, by, changedAt }, isNow, isPart, onRestore }: ChangeProps) {
  const name = sectionInfo(section).title;
  return (
    <Entry
      title={isPart ? name : `${name} by ${by}`}
      aside={
        isNow ? undefined : (
          <Button
            size="small"
            onClick={() => onRestore({ section, position, content })}
            aria-label={`Restore ${name.toLowerCase()} of #${position}`}
          >
            Restore
          </Button>
        )
      }
    >
      <ChangeList changes={changesOf(section, before, content)} />
      <Faint>
        {note && `${note} · `}
        <time dateTime={changedAt}>{formatMoment(changedAt)}</time>
        {' · '}
        <Link to={adminPath('events', position)}>Event #{formatCount(position)}</Link>
      </Faint>
    </Entry>
  );
}
