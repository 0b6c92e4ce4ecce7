import type { PreviewTheme } from '@framelift/contracts';
import type { SiteSection } from '@framelift/contracts/site-sections';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Failed } from '../../ui/Failed.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { Choice } from '../../ui/lists/Choice.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { useWidth } from '../../ui/useWidth.ts';
import styles from './preview.module.css';
import { previewPage } from './previewPage.ts';
import { usePreviewUnsavedMutation, useSitePreviewQuery } from './siteApi.ts';

/** px */
const WIDTHS = { phone: 390, desktop: 1280 };
const HEIGHT = 560;
/** How long typing rests before the page is rendered (ms). */
const REST_MS = 400;

interface Props {
  section: SiteSection;
  /** What the form has, as JSON; undefined: nobody has typed. */
  typed: string | undefined;
  /** What it was filled from. */
  filled: object;
}

/** The page of a section as it becomes when the drafts, and what the form has, are published. */
export function SitePreview({ section, typed, filled }: Props) {
  const [size, setSize] = useState<keyof typeof WIDTHS>('phone');
  const [theme, setTheme] = useState<PreviewTheme>('light');
  const own = useOwnPages(section, typed, filled);
  const page = own.chosen ?? previewPage(section);
  const { data, error, isFetching, refetch } = useSitePreviewQuery({ page, theme }, { refetchOnMountOrArgChange: true });
  const [show, unsaved] = useCommand(usePreviewUnsavedMutation());
  const settled = useSettled(typed, REST_MS);
  useEffect(() => {
    if (settled !== undefined) void show({ page, body: { section, content: JSON.parse(settled) as object, theme } });
  }, [show, page, section, settled, theme]);
  const failed = error && !isFetching;
  return (
    <TitledCard title="Preview">
      <Actions>
        <Choice legend="Width" options={{ phone: 'Phone', desktop: 'Desktop' }} chosen={size} onChoose={setSize} />
        <Choice legend="Theme" options={{ light: 'Light', dark: 'Dark' }} chosen={theme} onChoose={setTheme} />
      </Actions>
      {own.field}
      <Faint>Shows what you type here, and the saved drafts of all other sections. Visitors see none of it before you publish.</Faint>
      {unsaved.error && <Faint as="output">Not shown yet: {errorText(unsaved.error, 'the server does not answer')}</Faint>}
      {failed && <Failed text={errorText(error, 'Failed to fetch the preview')} onRetry={refetch} />}
      {!failed && !data && <Loading text="Loading preview..." />}
      {!failed && data && <Scaled url={data.url} html={unsaved.data?.html} width={WIDTHS[size]} />}
    </TitledCard>
  );
}

/** A choice among the pages that records of a section have themselves, beside the page that shows them all. */
function useOwnPages(section: SiteSection, typed: string | undefined, filled: object) {
  const [at, setAt] = useState('');
  const { tweaks } = (typed === undefined ? filled : JSON.parse(typed)) as { tweaks?: readonly { slug: string; title: string }[] };
  if (section !== 'tweaks' || !tweaks) return { chosen: undefined, field: null };
  // By its place: the address is typed too.
  const slug = at === '' ? undefined : tweaks[Number(at)]?.slug;
  return {
    chosen: slug ? `tweaks.${slug}` : undefined,
    field: (
      <SelectField label="Page" value={slug ? at : ''} onChange={(event) => setAt(event.target.value)}>
        <option value="">All tweaks</option>
        {tweaks.map(({ title }, i) => (
          <option key={i} value={i}>
            {title || `Tweak ${i + 1}`}
          </option>
        ))}
      </SelectField>
    ),
  };
}

/** Another page in place of the one that a frame loaded, which stays scrolled. The policy of the first one holds: no scripts. */
function replacePage({ contentDocument: shown }: HTMLIFrameElement, html: string) {
  if (shown?.documentElement) shown.documentElement.innerHTML = html;
}

/** A page as wide as on its device, made smaller where there is less room. `html`: what it becomes after it was loaded. */
function Scaled({ url, html, width }: { url: string; html: string | undefined; width: number }) {
  const [box, room] = useWidth<HTMLDivElement>();
  const frame = useRef<HTMLIFrameElement>(null);
  const scale = Math.min(1, room / width) || 1;
  const update = useCallback(() => {
    if (html !== undefined && frame.current) replacePage(frame.current, html);
  }, [html]);
  useEffect(update, [update]);
  return (
    <div ref={box} className={styles.box} style={{ height: HEIGHT }}>
      <iframe
        // Another address is another frame: in the same one it would be a step of the browser's history.
        key={url}
        ref={frame}
        title="Preview"
        className={styles.frame}
        sandbox="allow-same-origin"
        src={url}
        onLoad={update}
        style={{ width, height: HEIGHT / scale, scale }}
      />
    </div>
  );
}
