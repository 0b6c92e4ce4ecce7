import type { ChoiceField, LinesField, NumberField, PlaceField, SiteField } from '@framelift/contracts/site-fields';
import { siteLimits } from '@framelift/contracts/site';
import { Controller } from 'react-hook-form';
import { AreaField, SelectField, TextField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { PictureField } from './PictureField.tsx';
import styles from './site.module.css';
import { area, type Given, type Input, line, optional, registered } from './textControls.tsx';

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
