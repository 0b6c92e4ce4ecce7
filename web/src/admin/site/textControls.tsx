import type { SiteField, TextField as TextSiteField } from '@framelift/contracts/site-fields';
import { AreaField, TextField } from '../../ui/Field.tsx';
import type { FieldsFormReturn } from './fieldValues.ts';
import { MarkupHint } from './MarkupHint.tsx';

/** Whether a field may be empty. */
export const optional = (field: SiteField) => 'isOptional' in field && field.isOptional === true;

/** What a control is given. */
export interface Given<F> {
  form: FieldsFormReturn;
  field: F;
  at: string;
  /** What is wrong with it. */
  error?: string | undefined;
}
export type Input = (props: Given<never>) => React.ReactNode;
export const registered = (form: FieldsFormReturn, at: string, options = {}) => form.register(at as 'content', options);

export const line =
  (type: string, most?: number): Input =>
  ({ form, field, at, error }: Given<SiteField>) => (
    <TextField
      label={field.label}
      hint={field.hint}
      error={error}
      type={type}
      autoComplete="off"
      dir={type === 'text' ? 'auto' : undefined}
      required={!optional(field)}
      maxLength={'max' in field ? field.max : most}
      {...registered(form, at)}
    />
  );

/** Rows of a field for text of at most so many characters. */
const rowsFor = (most: number) => (most > 2_000 ? 14 : most >= 300 ? 4 : 2);

export const area: Input = ({ form, field, at, error }: Given<TextSiteField>) => (
  <AreaField
    label={field.label}
    error={error}
    hint={field.kind === 'markdown' ? <MarkupHint form={form} hint={field.hint} at={at} /> : field.hint}
    rows={rowsFor(field.max)}
    dir="auto"
    required={!optional(field)}
    maxLength={field.max}
    {...registered(form, at)}
  />
);
