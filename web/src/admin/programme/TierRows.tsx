import { termsLimits } from '@framelift/contracts/terms';
import { Plus, Trash2 } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { RateField } from '../RateField.tsx';
import styles from './programme.module.css';
import type { TermsValues } from './termsForm.ts';

interface Props {
  form: Pick<UseFormReturn<TermsValues>, 'control' | 'register'>;
  onChange: () => void;
}

/** The tiers, a row each. */
export function TierRows({ form: { control, register }, onChange }: Props) {
  const { fields, append, remove } = useFieldArray({ control, name: 'tiers' });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Tiers</legend>
      {fields.map((field, i) => (
        <fieldset key={field.id} className={styles.tier} aria-label={`Tier ${i + 1}`}>
          <TextField label="Name" autoComplete="off" required maxLength={termsLimits.tierName} {...register(`tiers.${i}.name`)} />
          <TextField
            label="From net sales"
            type="number"
            inputMode="numeric"
            min={0}
            max={termsLimits.threshold}
            required
            {...register(`tiers.${i}.threshold`, { valueAsNumber: true })}
          />
          <RateField label="Rate (%)" {...register(`tiers.${i}.rate`, { valueAsNumber: true })} />
          <Button
            variant="ghost"
            icon
            aria-label={`Remove tier ${i + 1}`}
            disabled={fields.length === 1}
            onClick={() => {
              remove(i);
              onChange();
            }}
          >
            <Trash2 aria-hidden />
          </Button>
        </fieldset>
      ))}
      <Actions>
        <Button
          size="small"
          disabled={fields.length === termsLimits.tiers}
          onClick={() => {
            append({ name: '' });
            onChange();
          }}
        >
          <Plus aria-hidden />
          Add a tier
        </Button>
      </Actions>
    </fieldset>
  );
}
