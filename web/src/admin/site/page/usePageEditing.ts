import type { PreviewTheme } from '@framelift/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { errorText, statusOf } from '../../../session/api/api.ts';
import { useCommand } from '../../../session/api/useCommand.ts';
import { type SectionView, useDiscardSiteDraftMutation, usePreviewUnsavedMutation, useSaveSiteDraftMutation } from '../siteApi.ts';
import { type EditingState, PageEditing } from './pageEditing.ts';

interface Given {
  sections: readonly SectionView[];
  askedAt: number;
  page: string;
  theme: PreviewTheme;
}

const problemOf = (error: unknown) => ({ text: errorText(error, 'the server does not answer'), isConflict: statusOf(error) === 409 });

/** The editing of a page, connected to the server; the component is drawn again after each change. */
export function usePageEditing({ sections, askedAt, page, theme }: Given): { editing: PageEditing; state: EditingState } {
  const [editing] = useState(() => new PageEditing());
  const [save] = useCommand(useSaveSiteDraftMutation());
  const [discard] = useCommand(useDiscardSiteDraftMutation());
  const [show] = useCommand(usePreviewUnsavedMutation());
  const { edits } = editing;
  useEffect(() => edits.connect({ save, discard, problemOf }), [edits, save, discard]);
  useEffect(
    () => editing.renderBy(async (section, content) => (await show({ page, body: { section, content, theme, marked: true } })).data?.html),
    [editing, show, page, theme],
  );
  useEffect(() => edits.learn(sections, askedAt), [edits, sections, askedAt]);
  const state = useSyncExternalStore(editing.subscribe, editing.snapshot);
  // Another admin's draft in the place of what is shown.
  const { adopted } = state;
  useEffect(() => {
    if (adopted) void editing.follow('brand');
  }, [editing, adopted]);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]');
      if (!isTyping) editing.onKey(event);
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [editing]);
  useEffect(() => () => void edits.flush(), [edits]);
  return { editing, state };
}
