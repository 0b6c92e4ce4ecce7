import { addableKinds, isSectionOn, newSection, type PageSection, type SectionsField, withRecords } from '@framelift/contracts/site-fields';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { ButtonMenu } from '../../ui/lists/RowMenu.tsx';
import { type FieldsFormReturn, type Values, valuesOf } from './fieldValues.ts';
import { KindItems } from './KindItems.tsx';
import { OrderedList } from './OrderedList.tsx';
import { SectionSwitch } from './SectionSwitch.tsx';
import { sectionName } from './sectionWords.ts';

interface Props {
  form: FieldsFormReturn;
  field: SectionsField;
  at: string;
  /** The inputs of an added section. */
  renderFields: (content: string, kind: string) => ReactNode;
}

/** The sections of a page: their order, which are on, and what the added ones say. */
export function SectionList({ form, field, at, renderFields }: Props) {
  const page = at.slice(0, at.lastIndexOf('.'));
  const content = useWatch({ control: form.control, name: page as 'content' });
  const sections = (useWatch({ control: form.control, name: at as never }) as PageSection[] | undefined) ?? [];
  const nameOf = (values: Values) => (values['kind'] ? sectionName(field, values as unknown as PageSection) : '');
  const switchSection = ({ kind }: Values, section: string, on: boolean) => {
    const older = field.kinds[kind as string]?.switch;
    if (older) form.setValue(`${page}.${older}` as 'content', on as never, { shouldDirty: true });
    if (on || !older) form.setValue(`${section}.on` as 'content', on as never, { shouldDirty: true });
  };
  return (
    <OrderedList
      form={form}
      label={field.label}
      hint={field.hint}
      at={at}
      rowOf={(values) => {
        const title = nameOf(values);
        return { title, name: title, isKept: field.kinds[values['kind'] as string]?.isOwn === true };
      }}
      renderAside={(values, section) => (
        <SectionSwitch
          name={nameOf(values)}
          isOn={isSectionOn(field, content, values as unknown as PageSection)}
          onSwitch={(on) => switchSection(values, section, on)}
        />
      )}
      renderFields={(section, values) => {
        const kind = values['kind'] as string | undefined;
        return kind === undefined || field.kinds[kind]?.isOwn ? null : renderFields(`${section}.content`, kind);
      }}
      renderAdd={(add) => <AddSection field={field} sections={sections} onAdd={(section) => add(section, 'content.title')} />}
    />
  );
}

interface AddProps {
  field: SectionsField;
  sections: readonly PageSection[];
  onAdd: (values: Values) => void;
}

function AddSection({ field, sections, onAdd }: AddProps) {
  const add = (kind: string) => onAdd((withRecords(field, [newSection(field, kind)], valuesOf) as Values[])[0]!);
  return (
    <ButtonMenu
      align="start"
      button={
        <Button size="small" disabled={!addableKinds(field, sections).length}>
          <Plus aria-hidden />
          Add a section
        </Button>
      }
    >
      <KindItems field={field} sections={sections} onAdd={add} />
    </ButtonMenu>
  );
}
