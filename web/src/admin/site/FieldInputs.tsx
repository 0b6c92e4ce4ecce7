import type { SiteField, SiteFields } from '@framelift/contracts/site-fields';
import { useFormState } from 'react-hook-form';
import { controls } from './fieldControls.tsx';
import { errorAt } from './fieldErrors.ts';
import { type FieldGroup, fieldGroups } from './fieldGroups.ts';
import type { FieldsFormReturn } from './fieldValues.ts';
import { RecordList } from './RecordList.tsx';
import { SectionList } from './SectionList.tsx';
import styles from './site.module.css';

interface Props {
  form: FieldsFormReturn;
  fields: SiteFields;
  /** Where their values are in the form, such as `content.questions.2`. */
  at: string;
}

/** Short fields are beside each other where there is room. */
const SHORT = new Set<SiteField['kind']>(['number', 'day', 'time', 'choice']);
const isShort = (field: SiteField) => SHORT.has(field.kind) || (field.kind === 'line' && field.max <= 60);

/** Switches that the list of sections shows. */
const listedSwitches = (fields: SiteFields): (string | undefined)[] =>
  Object.values(fields).flatMap((field) => (field.kind === 'sections' ? Object.values(field.kinds).map((kind) => kind.switch) : []));

/** The inputs of fields, in their order. */
export function FieldInputs({ form, fields, at }: Props) {
  const listed = listedSwitches(fields);
  const shown = Object.entries(fields).filter(([name]) => !listed.includes(name));
  const inputs = (of: FieldGroup['fields']) =>
    of.map(([name, field]) => (
      <div key={name} className={isShort(field) ? undefined : styles.wide}>
        <FieldInput form={form} field={field} at={`${at}.${name}`} />
      </div>
    ));
  return (
    <div className={styles.inputs}>
      {fieldGroups(shown).map(({ title, fields: of }) =>
        title === undefined ? (
          inputs(of)
        ) : (
          <fieldset key={of[0]![0]} className={styles.group}>
            <legend className={styles.groupTitle}>{title}</legend>
            <div className={styles.inputs}>{inputs(of)}</div>
          </fieldset>
        ),
      )}
    </div>
  );
}

function FieldInput({ form, field, at }: { form: FieldsFormReturn; field: SiteField; at: string }) {
  const { errors } = useFormState({ control: form.control, name: at as 'content' });
  if (field.kind === 'sections')
    return (
      <SectionList
        form={form}
        field={field}
        at={at}
        renderFields={(content, kind) => <FieldInputs form={form} fields={field.kinds[kind]?.of ?? {}} at={content} />}
      />
    );
  if (field.kind !== 'list') return controls[field.kind]({ form, field: field as never, at, error: errorAt(errors, at) });
  return (
    <RecordList form={form} field={field} at={at} renderFields={(record) => <FieldInputs form={form} fields={field.of} at={record} />} />
  );
}
