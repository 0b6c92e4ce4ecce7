import { sectionInfo } from '@framelift/contracts/site-sections';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { ChangeList } from './ChangeList.tsx';
import { type Earlier, FirstContent, Together, together } from './HistoryEntry.tsx';
import { type SectionView, type SiteChange, useRestoreSiteMutation, useSiteHistoryQuery } from './siteApi.ts';
import { changesOf } from './siteWords.ts';

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
  /** With the section as it is shown beside the earlier content. */
  const [chosen, setChosen] = useState<(Earlier & { shown: SectionView }) | null>(null);
  const [restore, { error }] = useCommand(useRestoreSiteMutation());
  const toast = useToast();
  const choose = (earlier: Earlier) => {
    const shown = sections.find(({ section }) => section === earlier.section);
    // The page of a product that is no longer sold is not edited.
    if (shown) setChosen({ ...earlier, shown });
  };
  const send = async ({ section, position: to, shown }: Earlier & { shown: SectionView }) => {
    setChosen(null);
    const { error: failed } = await restore({ to, body: { section, editBase: shown.position } });
    if (!failed) toast.success('Published again. Pages follow within seconds.');
  };
  return (
    <>
      {error && <Banner tone="error" text={errorText(error, 'Failed to restore this version')} />}
      <Entries>
        {together(changes).map((group) => (
          <Together
            key={group[0]!.position}
            changes={group}
            isNow={({ section, position }) => sections.find((one) => one.section === section)?.position === position}
            onRestore={choose}
          />
        ))}
        {sections
          .filter(({ position }) => position > 0)
          .map(({ section }) => (
            <FirstContent key={section} section={section} onRestore={choose} />
          ))}
        {changes.length === 0 && (
          <Entry title="The first content">
            <Faint>No changes yet.</Faint>
          </Entry>
        )}
      </Entries>
      {chosen && (
        <Confirm
          title={`Restore ${sectionInfo(chosen.section).title.toLowerCase()}?`}
          question={<ChangeList changes={changesOf(chosen.section, chosen.shown.published, chosen.content)} inline />}
          action="Restore"
          variant="primary"
          onConfirm={() => void send(chosen)}
          onCancel={() => setChosen(null)}
        />
      )}
    </>
  );
}
