import type {
  ChoiceField,
  LinesField,
  NumberField,
  PlaceField,
  SiteField,
  TextField as TextSiteField,
} from '@framelift/contracts/site-fields';
import { siteLimits } from '@framelift/contracts/site';
import { Controller } from 'react-hook-form';
import { AreaField, SelectField, TextField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import type { FieldsFormReturn } from './fieldValues.ts';
import { MarkupHint } from './MarkupHint.tsx';
import { PictureField } from './PictureField.tsx';
import styles from './site.module.css';

const optional = (field: SiteField) => 'isOptional' in field && field.isOptional === true;

interface Given<F> {
  form: FieldsFormReturn;
  field: F;
  at: string;
  /** What is wrong with it. */
  error?: string | undefined;
}
type Input = (props: Given<never>) => React.ReactNode;
const registered = (form: FieldsFormReturn, at: string, options = {}) => form.register(at as 'content', options);

const line =
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

const area: Input = ({ form, field, at, error }: Given<TextSiteField>) => (
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

/** The control of a field that is neither a list nor the sections of a page. */
export const controls: Record<Exclude<SiteField['kind'], 'list' | 'sections'>, Input> = {
  line: line('text'),
  text: area,
  markdown: area,
  link: line('text', siteLimits.link),
  video: line('url', siteLimits.link),
  picture: ({ form, field, at }: Given<PlaceField>) => (
    <Controller
      control={form.control}
      name={at as 'content'}
      render={({ field: { value, onChange } }) => (
        <PictureField
          label={field.label}
          hint={field.hint}
          isRequired={!optional(field)}
          edge={field.edge}
          ratio={field.ratio}
          value={value as unknown as string}
          onChange={onChange}
        />
      )}
    />
  ),
  email: line('email', siteLimits.link),
  colour: line('color'),
  slug: line('text', siteLimits.slug),
  day: line('date'),
  time: line('datetime-local'),
  number: ({ form, field, at, error }: Given<NumberField>) => (
    <TextField
      label={field.label}
      hint={field.hint}
      error={error}
      type="number"
      inputMode="decimal"
      required
      min={field.min}
      max={field.max}
      step={field.decimals ? 10 ** -field.decimals : 1}
      {...registered(form, at, { valueAsNumber: true })}
    />
  ),
  switch: ({ form, field, at }: Given<SiteField>) => (
    <label className={styles.check}>
      <input type="checkbox" {...registered(form, at)} />
      <span className={styles.checkText}>
        {field.label} {field.hint && <Soft as="span">{field.hint}</Soft>}
      </span>
    </label>
  ),
  choice: ({ form, field, at, error }: Given<ChoiceField>) => (
    <SelectField label={field.label} hint={field.hint} error={error} {...registered(form, at)}>
      {field.options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </SelectField>
  ),
  lines: ({ form, field, at, error }: Given<LinesField>) => (
    <AreaField
      label={field.label}
      error={error}
      hint={field.hint ?? `One on each line, at most ${field.count}.`}
      rows={Math.min(field.count, field.max > 200 ? 10 : 5)}
      dir="auto"
      {...registered(form, at)}
    />
  ),
};
