import { fieldsOf, sectionInfo } from '@framelift/contracts/site-sections';
import { useDeferredValue } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { DraftForm } from './DraftForm.tsx';
import type { SectionFormProps } from './sectionFormProps.ts';
import { FieldInputs } from './FieldInputs.tsx';
import { contentFrom, type FieldsValues, valuesOf } from './fieldValues.ts';
import { refusedField } from './refusedField.ts';
import { changesOf } from './siteWords.ts';

/** The form of a section that is made of fields. */
export function FieldsForm({ filledFrom, frame }: SectionFormProps) {
  const { section, draft, published } = filledFrom;
  const fields = fieldsOf(section)!;
  const before = draft?.content ?? published;
  const form = useForm<FieldsValues>({ defaultValues: { content: valuesOf(fields, before), note: draft?.note ?? '' } });
  const values = useDeferredValue(useWatch({ control: form.control })) as FieldsValues;
  const content = contentFrom(fields, values.content, before);
  return (
    <DraftForm
      title={sectionInfo(section).title}
      content={content}
      changes={changesOf(section, published, content)}
      frame={frame}
      note={form.register('note')}
      filledFrom={filledFrom}
      readContent={() => contentFrom(fields, form.getValues('content'), before)}
      readNote={() => form.getValues('note')}
      handleSubmit={form.handleSubmit}
      onRefused={(refusal) => {
        form.clearErrors();
        const path = refusal && refusedField(fields, content, refusal);
        if (path) form.setError(`content.${path}` as 'content', { message: refusal }, { shouldFocus: true });
        return Boolean(path);
      }}
    >
      <FieldInputs form={form} fields={fields} at="content" />
    </DraftForm>
  );
}
