import type { PreviewTheme, SiteView } from '@framelift/contracts';
import { useState } from 'react';
import { errorText } from '../../../session/api/api.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { useAddress } from '../../../session/useAddress.ts';
import { useUnsaved } from '../../../session/shell/unsaved.tsx';
import { PublishBar } from '../PublishBar.tsx';
import { useMarkedPageQuery } from '../siteApi.ts';
import { ChosenFields } from './ChosenFields.tsx';
import { EditorBar, type Size, SIZES } from './EditorBar.tsx';
import styles from './page.module.css';
import { PageFrame } from './PageFrame.tsx';
import { PagePanel } from './PagePanel.tsx';
import { SectionHandle } from './SectionHandle.tsx';
import { keyOf } from './siteEdits.ts';
import { sitePages } from './sitePages.ts';
import { usePageEditing } from './usePageEditing.ts';

const names = ['page'] as const;

interface Props {
  view: SiteView;
  /** When it was asked for (ms). */
  askedAt: number;
  onReload: () => Promise<SiteView | undefined>;
}

/** The site as its pages: a click on a text, a picture or an item of a list changes it there, and each change is saved as a draft. */
export function PageEditor({ view, askedAt, onReload }: Props) {
  const { sections } = view;
  const { texts, change } = useAddress(names);
  const pages = sitePages(sections);
  const page = pages.find(({ name }) => name === texts.page) ?? pages[0]!;
  const isPhone = useMedia('(max-width: 40rem)');
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const [size, setSize] = useState<Size>();
  const [theme, setTheme] = useState<PreviewTheme>();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const shownTheme = theme ?? (isDark ? 'dark' : 'light');
  const { editing, state } = usePageEditing({ sections, askedAt, page: page.name, theme: shownTheme });
  const { currentData, error, refetch } = useMarkedPageQuery({ page: page.name, theme: shownTheme }, { refetchOnMountOrArgChange: true });
  const { edits } = editing;
  const { chosen, rect, handled, saving, versions, contents } = state;
  const content = contents.get(page.section);
  useUnsaved(saving.state !== 'saved');
  const leave = async (go: () => void) => {
    editing.forget();
    await edits.flush();
    go();
  };
  const startOver = async () => {
    const now = await onReload();
    if (now && saving.state === 'failed') edits.startOver(saving.section, now.sections);
  };
  const drawn = isPhone ? 'phone' : 'desktop';
  return (
    <div className={styles.screen}>
      <EditorBar
        editing={editing}
        state={state}
        pages={pages}
        page={page}
        size={size ?? drawn}
        theme={shownTheme}
        isPanelOpen={isPanelOpen}
        onPage={(name) => void leave(() => change({ page: name }, { push: true }))}
        onSize={setSize}
        onTheme={(next) => void leave(() => setTheme(next))}
        onPanel={() => setPanelOpen(!isPanelOpen)}
        onStartOver={() => void startOver()}
      />
      <div className={styles.beside} data-panel={isPanelOpen || undefined}>
        {isPanelOpen && <PagePanel key={page.name} editing={editing} state={state} page={page} />}
        {error && !currentData && <Failed text={errorText(error, 'Failed to fetch the page')} onRetry={refetch} />}
        {!error && !currentData && <Loading text="Loading page..." />}
        {currentData && (
          <PageFrame url={currentData.url} width={SIZES[size ?? drawn].width} onOpen={(frame) => editing.open(frame)}>
            {(scale, left) => (
              <>
                {handled && content && (
                  <SectionHandle
                    editing={editing}
                    section={page.section}
                    content={content}
                    at={handled.at}
                    top={handled.rect.top * scale}
                    bottom={handled.rect.bottom * scale}
                  />
                )}
                {chosen && rect && (
                  <ChosenFields
                    key={`${chosen.section} ${chosen.path}`}
                    editing={editing}
                    state={state}
                    place={chosen}
                    rect={{ top: rect.top * scale, bottom: rect.bottom * scale, left: left + rect.left * scale }}
                  />
                )}
              </>
            )}
          </PageFrame>
        )}
      </div>
      <PublishBar
        sections={sections}
        isWaiting={saving.state !== 'saved' || sections.some((one) => versions.get(one.section) !== keyOf(one))}
      />
    </div>
  );
}
