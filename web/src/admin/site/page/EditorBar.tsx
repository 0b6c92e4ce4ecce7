import type { PreviewTheme } from '@framelift/contracts';
import { ExternalLink, List, Moon, Redo2, Settings2, Sun, Undo2 } from 'lucide-react';
import { adminPath } from '../../../lib/paths.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/Field.tsx';
import { Choice } from '../../../ui/lists/Choice.tsx';
import { ALL_FIELDS } from '../AllFields.tsx';
import styles from './page.module.css';
import type { EditingState, PageEditing } from './pageEditing.ts';
import { SavingState } from './SavingState.tsx';
import type { SitePage } from './sitePages.ts';

/** Widths of devices (px). */
export const SIZES = {
  phone: { label: 'Phone', width: 390 },
  tablet: { label: 'Tablet', width: 820 },
  desktop: { label: 'Desktop', width: 1280 },
} as const;
export type Size = keyof typeof SIZES;
const sizeLabels = { phone: SIZES.phone.label, tablet: SIZES.tablet.label, desktop: SIZES.desktop.label };

interface Props {
  editing: PageEditing;
  state: EditingState;
  pages: readonly SitePage[];
  page: SitePage;
  size: Size;
  theme: PreviewTheme;
  isPanelOpen: boolean;
  onPage: (name: string) => void;
  onSize: (size: Size) => void;
  onTheme: (theme: PreviewTheme) => void;
  onPanel: () => void;
  onStartOver: () => void;
}

/** Which page is edited and how it is shown, what is saved, and the way back. */
export function EditorBar(props: Props) {
  const { editing, state, pages, page, size, theme, isPanelOpen, onPage, onSize, onTheme, onPanel, onStartOver } = props;
  const { saving, canUndo, canRedo } = state;
  return (
    <div className={styles.bar}>
      <div className={styles.pages}>
        <SelectField label="Page" value={page.name} onChange={({ target }) => onPage(target.value)}>
          {pages.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <SavingState saving={saving} onRetry={() => void editing.edits.flush()} onStartOver={onStartOver} />
      <Choice legend="Width" options={sizeLabels} chosen={size} onChoose={onSize} />
      <div className={styles.end}>
        <Button variant="ghost" icon aria-label="Undo" disabled={!canUndo} onClick={() => editing.step('undo')}>
          <Undo2 aria-hidden />
        </Button>
        <Button variant="ghost" icon aria-label="Redo" disabled={!canRedo} onClick={() => editing.step('redo')}>
          <Redo2 aria-hidden />
        </Button>
        <Button
          variant="ghost"
          icon
          aria-label={theme === 'dark' ? 'Show the page in light' : 'Show the page in dark'}
          onClick={() => onTheme(theme === 'dark' ? 'light' : 'dark')}
        >
          {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
        </Button>
        <Button variant="ghost" icon aria-label="Settings of this page" aria-pressed={isPanelOpen} onClick={onPanel}>
          <Settings2 aria-hidden />
        </Button>
        <ButtonAnchor variant="ghost" icon aria-label="View the published page" href={page.path} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden />
        </ButtonAnchor>
        <ButtonLink size="small" to={adminPath('site', ALL_FIELDS)}>
          <List aria-hidden />
          <span className={styles.word}>All fields</span>
        </ButtonLink>
      </div>
    </div>
  );
}
