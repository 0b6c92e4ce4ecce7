import { sectionInfo } from '@framelift/contracts/site-sections';
import { useState } from 'react';
import { formatMoment } from '../../lib/format.ts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { ChangeList } from './ChangeList.tsx';
import changeStyles from './changes.module.css';
import styles from './site.module.css';
import { type SectionView, useDiscardSiteDraftMutation, usePublishSiteMutation } from './siteApi.ts';
import { changesOf } from './siteWords.ts';

interface Props {
  view: SectionView;
  draft: NonNullable<SectionView['draft']>;
}

/** The draft of a section as what it changes, to publish or discard. */
export function DraftBar({ view: { section, published, position }, draft }: Props) {
  /** What is asked, about the draft and the published content as they were then: the answer is about these. */
  const [asked, setAsked] = useState<{
    action: 'publish' | 'discard';
    changes: readonly string[];
    savedAt: string;
    position: number;
  } | null>(null);
  const [publish, publishing] = useCommand(usePublishSiteMutation());
  const [discard, discarding] = useCommand(useDiscardSiteDraftMutation());
  const toast = useToast();
  const changes = changesOf(section, published, draft.content);
  const name = sectionInfo(section).title.toLowerCase();
  const error = publishing.error ?? discarding.error;

  const ask = (action: 'publish' | 'discard') => setAsked({ action, changes, savedAt: draft.savedAt, position });
  const send = async (shown: NonNullable<typeof asked>) => {
    setAsked(null);
    const drafts = [{ section, savedAt: shown.savedAt }];
    const { error: failed } = await publish({ sections: [section], drafts, editBase: shown.position });
    if (!failed) toast.success('Published. Pages follow within seconds.');
  };
  const drop = async ({ savedAt: draftSavedAt }: NonNullable<typeof asked>) => {
    setAsked(null);
    const { error: failed } = await discard({ section, body: { draftSavedAt } });
    if (!failed) toast.success('Draft discarded.');
  };

  return (
    <section className={styles.draft} aria-label={`Draft of ${name}`}>
      <div className={styles.head}>
        <h3 className={changeStyles.changed}>{sectionInfo(section).title}</h3>
        <Badge tone="yellow">Draft</Badge>
        <Faint>
          {draft.by}, {formatMoment(draft.savedAt)}
          {draft.note && `: ${draft.note}`}
        </Faint>
      </div>
      <ChangeList changes={changes} />
      {draft.basedOn < position && (
        <Faint>Another version was published after this draft was begun. The changes are against that version.</Faint>
      )}
      {error && <Banner tone="error" text={errorText(error, 'Failed to change the site')} />}
      <Actions>
        <Button size="small" onClick={() => ask('discard')} disabled={discarding.isLoading} aria-label={`Discard the draft of ${name}`}>
          Discard
        </Button>
        <Button size="small" onClick={() => ask('publish')} disabled={publishing.isLoading} aria-label={`Publish ${name}`}>
          {publishing.isLoading ? 'Publishing...' : 'Publish'}
        </Button>
      </Actions>
      {asked?.action === 'publish' && (
        <Confirm
          title={`Publish ${name}?`}
          question={<ChangeList changes={asked.changes} inline />}
          action="Publish"
          variant="primary"
          onConfirm={() => void send(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
      {asked?.action === 'discard' && (
        <Confirm
          title={`Discard the draft of ${name}?`}
          question="The draft is lost. What is published stays as it is."
          action="Discard"
          onConfirm={() => void drop(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </section>
  );
}
