import type { SiteFields } from '@framelift/contracts/site-fields';
import { isSameContent } from '@framelift/contracts/site';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Form } from '../../../ui/lists/Form.tsx';
import { FieldInputs } from '../FieldInputs.tsx';
import { contentFrom, type FieldsValues, type Values, valuesOf } from '../fieldValues.ts';

interface Props {
  /** Some fields of a record, or of a section. */
  fields: SiteFields;
  values: Values;
  onChange: (name: string, value: unknown) => void;
}

/** The fields of a part of the page, which are kept as they are typed. A value that its field refuses waits until it is well formed. */
export function PlaceForm({ fields, values, onChange }: Props) {
  const form = useForm<FieldsValues>({ defaultValues: { content: valuesOf(fields, values), note: '' } });
  const typed = useWatch({ control: form.control, name: 'content' }) as Values;
  const inputs = useRef<HTMLDivElement>(null);
  const kept = useRef(contentFrom(fields, valuesOf(fields, values), values));
  useEffect(() => {
    const content = contentFrom(fields, typed, kept.current);
    form.clearErrors();
    const all = inputs.current!.querySelectorAll<HTMLInputElement>('input, textarea, select');
    const refused = [...all].find((one) => !one.checkValidity());
    if (refused) return form.setError(refused.name as 'content', { message: refused.validationMessage });
    for (const name of Object.keys(fields)) if (!isSameContent(content[name], kept.current[name])) onChange(name, content[name]);
    kept.current = content;
  }, [form, fields, typed, onChange]);
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <div ref={inputs}>
        <FieldInputs form={form} fields={fields} at="content" />
      </div>
    </Form>
  );
}
