import { PICTURE_PATHS } from '@framelift/contracts/pictures';
import { contentProblem, siteLimits } from '@framelift/contracts/site';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { shortened } from '../programme/termsEffect.ts';
import { useNamed } from '../../lib/siteContent.ts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { useUnsaved } from '../../session/shell/unsaved.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { StickyBar } from '../ChosenBar.tsx';
import { PublishSaved } from './PublishSaved.tsx';
import type { SectionFormProps } from './sectionFormProps.ts';
import { type SectionView, useSaveSiteDraftMutation } from './siteApi.ts';

interface Props extends Pick<SectionFormProps, 'frame'> {
  title: string;
  /** As it is typed. */
  content: object;
  /** What the form changes of what is published. */
  changes: readonly string[];
  /** What the form was filled from. */
  filledFrom: SectionView;
  /** As it is saved, with its note. */
  readContent: () => object;
  readNote: () => string;
  handleSubmit: (save: () => Promise<void>) => (event?: React.BaseSyntheticEvent) => Promise<void>;
  note: UseFormRegisterReturn;
  /** Why it cannot be saved; undefined: it was changed since. True: its field says so. */
  onRefused?: (refusal: string | undefined) => boolean;
  children: ReactNode;
}

/** The form of a section: it saves a draft, which is published on the screen of the site. */
export function DraftForm({
  title,
  content,
  changes,
  frame,
  filledFrom: { section, draft },
  readContent,
  readNote,
  handleSubmit,
  note,
  onRefused,
  children,
}: Props) {
  const { isOutdated, position, onTyped, onSaved, onStartAgain, onClose } = frame;
  const typed = JSON.stringify(content);
  const [saved, setSaved] = useState(typed);
  useUnsaved(typed !== saved);
  const last = useRef(typed);
  useEffect(() => {
    if (typed !== last.current) onTyped(typed);
    last.current = typed;
  }, [typed, onTyped]);
  const [save, { isLoading }] = useCommand(useSaveSiteDraftMutation());
  const [problem, setProblem] = useState<string>();
  const [isAtField, setAtField] = useState(false);
  const refuse = (refusal?: string) => {
    setProblem(refusal);
    setAtField(onRefused?.(refusal) === true);
  };
  const toast = useToast();
  const submit = handleSubmit(async () => {
    const given = readContent();
    const found = contentProblem(section, given as never);
    refuse(found);
    if (found) return;
    const body = { content: given, note: readNote().trim() || null, draftSavedAt: draft?.savedAt ?? null, editBase: position };
    const { data: answer, error: refused } = await save({ section, body });
    if (!answer) return refuse(errorText(refused, 'Failed to save the draft'));
    // What was sent: the last letters may not be in `typed` yet.
    setSaved(JSON.stringify(given));
    onSaved({ content: { ...given }, note: body.note, by: '', savedAt: answer.savedAt, basedOn: position });
    toast.success('Draft saved.');
  });
  return (
    <TitledCard title={title}>
      {isOutdated && (
        <Toolbar>
          <Soft as="output">This section was changed while this form was open, so this draft cannot be saved.</Soft>
          <Button size="small" onClick={onStartAgain}>
            Start over from the current content
          </Button>
        </Toolbar>
      )}
      <Form
        onSubmit={(event) => {
          refuse();
          void submit(event);
        }}
        onChange={() => refuse()}
      >
        {children}
        <TextField label="Note" hint="Admins see it in the history." autoComplete="off" maxLength={siteLimits.note} {...note} />
        {problem && !isAtField && <Banner tone="error" text={problem} />}
        <StickyBar text={shortened(useNamed(changes)).replaceAll(PICTURE_PATHS, 'uploaded file')}>
          <Button onClick={onClose}>Close</Button>
          {typed === saved && <PublishSaved section={section} onPublished={onClose} />}
          <Button type="submit" variant="primary" disabled={isLoading}>
            {isLoading ? 'Saving...' : 'Save draft'}
          </Button>
        </StickyBar>
      </Form>
    </TitledCard>
  );
}
