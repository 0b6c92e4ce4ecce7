import { siteSectionNames, type SiteSection } from '@framelift/contracts/site';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { errorText } from '../../session/api/api.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { ChangeList } from './ChangeList.tsx';
import { type SectionView, type SiteChange, useRestoreSiteMutation, useSiteHistoryQuery } from './siteApi.ts';
import { changesOf } from './siteWords.ts';

/** An earlier content of a section; position 0: the first. */
interface Earlier {
  section: SiteSection;
  position: number;
  content: object;
}

/** Who published what, newest first; each earlier content can be published again. */
export function SiteHistory({ sections }: { sections: readonly SectionView[] }) {
  const { data, error, isFetching, refetch } = useSiteHistoryQuery();
  if (error && !data && !isFetching) return <Failed text={errorText(error, 'Failed to fetch the history')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading history..." />;
  return (
    <TitledCard title="History" tight>
      <Restoring sections={sections} changes={data.changes} />
    </TitledCard>
  );
}

function Restoring({ sections, changes }: { sections: readonly SectionView[]; changes: readonly SiteChange[] }) {
  const [chosen, setChosen] = useState<Earlier | null>(null);
  const [restore, { error }] = useRestoreSiteMutation();
  const toast = useToast();
  const now = (section: SiteSection) => sections.find((one) => one.section === section)!;
  const send = async ({ section, position: to }: Earlier) => {
    setChosen(null);
    const { error: failed } = await restore({ section, to, position: now(section).position });
    if (!failed) toast.success('Published again. Pages follow within seconds.');
  };
  return (
    <>
      {error && <Banner tone="error" text={errorText(error, 'Failed to restore this version')} />}
      <Entries>
        {changes.map((change) => (
          <Change key={change.position} change={change} isNow={now(change.section).position === change.position} onRestore={setChosen} />
        ))}
        {changes.length === 0 && (
          <Entry title="The first content">
            <Faint>No changes yet.</Faint>
          </Entry>
        )}
      </Entries>
      {chosen && (
        <Confirm
          title={`Restore ${siteSectionNames[chosen.section].toLowerCase()}?`}
          question={<ChangeList changes={changesOf(chosen.section, now(chosen.section).published, chosen.content)} inline />}
          action="Restore"
          variant="primary"
          onConfirm={() => void send(chosen)}
          onCancel={() => setChosen(null)}
        />
      )}
    </>
  );
}

interface ChangeProps {
  change: SiteChange;
  /** It is what is published. */
  isNow: boolean;
  onRestore: (earlier: Earlier) => void;
}

function Change({ change: { position, section, content, before, note, by, changedAt }, isNow, onRestore }: ChangeProps) {
  const name = siteSectionNames[section];
  return (
    <Entry
      title={`${name} by ${by}`}
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
