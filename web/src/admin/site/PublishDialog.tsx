import { sectionInfo, type SiteSection } from '@framelift/contracts/site-sections';
import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { ChosenBox } from '../ChosenBar.tsx';
import { ChangeList } from './ChangeList.tsx';
import { ExamplesLeft } from './ExamplesLeft.tsx';
import styles from './changes.module.css';
import { type SectionView, usePublishSiteMutation } from './siteApi.ts';
import { changesOf } from './siteWords.ts';

export const countOf = (n: number): string => (n === 1 ? '1 change' : `${formatCount(n)} changes`);

interface Props {
  /** Those with a draft. */
  sections: readonly SectionView[];
  onClose: () => void;
  onPublished?: () => void;
}

/** Every draft with what it changes: those that are chosen become one change of the site. */
export function PublishDialog({ sections, onClose, onPublished = onClose }: Props) {
  // The answer is about the drafts as they were when the dialog opened.
  const [shown] = useState(sections);
  const [left, setLeft] = useState<ReadonlySet<SiteSection>>(new Set());
  const [publish, { error, isLoading }] = useCommand(usePublishSiteMutation());
  const toast = useToast();
  const chosen = shown.filter(({ section }) => !left.has(section));
  const choose = (section: SiteSection, on: boolean) => {
    const next = new Set(left);
    if (on) next.delete(section);
    else next.add(section);
    setLeft(next);
  };
  const send = async () => {
    const drafts = chosen.map(({ section, draft }) => ({ section, savedAt: draft!.savedAt }));
    const editBase = Math.max(...chosen.map(({ position }) => position));
    const { error: failed } = await publish({ sections: drafts.map(({ section }) => section), drafts, editBase });
    if (failed) return;
    toast.success('Published. Pages follow within seconds.');
    onPublished();
  };
  return (
    <Dialog title={shown.length === 1 ? 'Publish 1 change?' : `Publish ${countOf(shown.length)}?`} onClose={onClose} wide>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <ul className={styles.publishing}>
          {shown.map((view) => (
            <li key={view.section} className={styles.publishable}>
              {shown.length > 1 && (
                <ChosenBox
                  label={sectionInfo(view.section).title}
                  isIn={!left.has(view.section)}
                  onChoose={(on) => choose(view.section, on)}
                />
              )}
              <div>
                <h3 className={styles.changed}>{sectionInfo(view.section).title}</h3>
                <ChangeList changes={changesOf(view.section, view.published, view.draft!.content)} />
                {view.draft!.note && <Faint>{view.draft!.note}</Faint>}
              </div>
            </li>
          ))}
        </ul>
        <ExamplesLeft sections={chosen} />
        {error && <Banner tone="error" text={errorText(error, 'Failed to change the site')} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isLoading || !chosen.length}>
            {isLoading ? 'Publishing...' : `Publish ${countOf(chosen.length)}`}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
