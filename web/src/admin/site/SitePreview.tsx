import type { PreviewTheme } from '@framelift/contracts';
import type { SiteSection } from '@framelift/contracts/site-sections';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { Choice } from '../../ui/lists/Choice.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useWidth } from '../../ui/useWidth.ts';
import styles from './preview.module.css';
import { previewPage } from './previewPage.ts';
import { useSitePreviewQuery } from './siteApi.ts';

/** px */
const WIDTHS = { phone: 390, desktop: 1280 };
const HEIGHT = 560;

/** The page of a section as it becomes when the drafts are published. */
export function SitePreview({ section }: { section: SiteSection }) {
  const [size, setSize] = useState<keyof typeof WIDTHS>('phone');
  const [theme, setTheme] = useState<PreviewTheme>('light');
  const { data, error, isFetching, refetch } = useSitePreviewQuery({ page: previewPage(section), theme });
  const failed = error && !isFetching;
  return (
    <TitledCard title="Preview">
      <Actions>
        <Choice legend="Width" options={{ phone: 'Phone', desktop: 'Desktop' }} chosen={size} onChoose={setSize} />
        <Choice legend="Theme" options={{ light: 'Light', dark: 'Dark' }} chosen={theme} onChoose={setTheme} />
      </Actions>
      <Faint>Shows the saved drafts of all sections. Save this draft to see it here.</Faint>
      {failed && <Failed text={errorText(error, 'Failed to fetch the preview')} onRetry={refetch} />}
      {!failed && !data && <Loading text="Loading preview..." />}
      {!failed && data && <Scaled url={data.url} width={WIDTHS[size]} />}
    </TitledCard>
  );
}

/** A page as wide as on its device, made smaller where there is less room. */
function Scaled({ url, width }: { url: string; width: number }) {
  const [box, room] = useWidth<HTMLDivElement>();
  const scale = Math.min(1, room / width) || 1;
  return (
    <div ref={box} className={styles.box} style={{ height: HEIGHT }}>
      <iframe
        // Another address is another frame: in the same one it would be a step of the browser's history.
        key={url}
        title="Preview"
        className={styles.frame}
        sandbox="allow-same-origin"
        src={url}
        style={{ width, height: HEIGHT / scale, scale }}
      />
    </div>
  );
}
