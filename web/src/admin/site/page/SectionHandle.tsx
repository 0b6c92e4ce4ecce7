import { isSectionOn, newSection, type PageSection, type SectionsField, withSectionOn } from '@framelift/contracts/site-fields';
import { fieldsOf, type SiteSection } from '@framelift/contracts/site-sections';
import { ArrowDown, ArrowUp, EyeOff, Plus, SquarePen, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { ButtonMenu, MenuItem } from '../../../ui/lists/RowMenu.tsx';
import { KindItems } from '../KindItems.tsx';
import { sectionName } from '../sectionWords.ts';
import type { Content } from './contentPlace.ts';
import { withoutItem } from './items.ts';
import styles from './chosen.module.css';
import type { PageEditing } from './pageEditing.ts';

interface Props {
  editing: PageEditing;
  /** Whose page it is. */
  section: SiteSection;
  content: Content;
  /** The place of the section in the page's list. */
  at: number;
  /** Where it begins and ends in the box of the page, in pixels. */
  top: number;
  bottom: number;
}

/** The handle of a section of the page: on or off, up or down, and the way to add one below. */
export function SectionHandle({ editing, section, content, at, top, bottom }: Props) {
  const field = fieldsOf(section)?.['sections'];
  const sections = content['sections'] as readonly PageSection[] | undefined;
  const one = sections?.[at];
  if (field?.kind !== 'sections' || !one || bottom < 48) return null;
  const name = sectionName(field, one);
  const isOwn = field.kinds[one.kind]?.isOwn === true;
  // Sections that are off are passed over: nobody sees them.
  const isOn = (other: PageSection) => isSectionOn(field, content, other);
  const above = sections!.findLastIndex((other, i) => i < at && isOn(other));
  const below = sections!.findIndex((other, i) => i > at && isOn(other));
  const put = (next: readonly unknown[], open?: number) => editing.putSections(section, { ...content, sections: next }, open);
  const moveTo = (to: number) => put(sections!.toSpliced(at, 1).toSpliced(to, 0, one));
  return (
    <div className={styles.handle} role="toolbar" aria-label={`Section ${name}`} style={{ top: Math.max(8, top + 8) }}>
      <span className={styles.which}>{name}</span>
      <Button variant="ghost" icon aria-label={`Move ${name} up`} disabled={above < 0} onClick={() => moveTo(above)}>
        <ArrowUp aria-hidden />
      </Button>
      <Button variant="ghost" icon aria-label={`Move ${name} down`} disabled={below < 0} onClick={() => moveTo(below)}>
        <ArrowDown aria-hidden />
      </Button>
      <Button
        variant="ghost"
        icon
        aria-label={`Hide ${name}`}
        onClick={() => editing.putSections(section, withSectionOn(field, 'sections', content, at, false))}
      >
        <EyeOff aria-hidden />
      </Button>
      {!isOwn && (
        <>
          <Button variant="ghost" icon aria-label={`Fields of ${name}`} onClick={() => editing.openSection(section, at)}>
            <SquarePen aria-hidden />
          </Button>
          <Button variant="ghost" icon aria-label={`Remove ${name}`} onClick={() => put(withoutItem(sections!, at))}>
            <Trash2 aria-hidden />
          </Button>
        </>
      )}
      <AddSection
        field={field}
        sections={sections!}
        hidden={sections!.flatMap((other, i) => (isOn(other) ? [] : [i]))}
        onAdd={(kind) => put(sections!.toSpliced(at + 1, 0, newSection(field, kind)), field.kinds[kind]!.isOwn ? undefined : at + 1)}
        onShow={(hidden) => editing.putSections(section, withSectionOn(field, 'sections', content, hidden, true))}
      />
    </div>
  );
}

interface AddProps {
  field: SectionsField;
  sections: readonly PageSection[];
  hidden: readonly number[];
  onAdd: (kind: string) => void;
  onShow: (at: number) => void;
}

/** Sections that the page can have one more of, and those that are off. */
function AddSection({ field, sections, hidden, onAdd, onShow }: AddProps) {
  return (
    <ButtonMenu
      align="end"
      button={
        <Button variant="ghost" icon aria-label="Add a section below">
          <Plus aria-hidden />
        </Button>
      }
    >
      {hidden.map((at) => (
        <MenuItem key={at} onSelect={() => onShow(at)}>
          <span>
            Show {sectionName(field, sections[at]!)}
            <small>It is off now.</small>
          </span>
        </MenuItem>
      ))}
      <KindItems field={field} sections={sections} onAdd={onAdd} />
    </ButtonMenu>
  );
}
