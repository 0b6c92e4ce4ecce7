import type { ApiKeyBody } from '@framelift/contracts';
import { keyLimits, SCOPES, scopeWords } from '@framelift/contracts/scopes';
import { useForm, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import styles from './integrations.module.css';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';

const lifetimes = { '30': '30 days', '90': '90 days', '365': 'One year', never: 'Never' } as const;

export interface KeyValues extends Pick<ApiKeyBody, 'name' | 'scopes' | 'perMinute'> {
  expires: keyof typeof lifetimes;
}

interface Props {
  problem: string | undefined;
  isLoading: boolean;
  onMake: (values: KeyValues) => void;
  onClose: () => void;
}

/** What a key may do, how often and how long. */
export function KeyForm({ problem, isLoading, onMake, onClose }: Props) {
  const { register, handleSubmit, control } = useForm<KeyValues>({
    defaultValues: { name: '', scopes: [], perMinute: 600, expires: '90' },
  });
  const chosen = useWatch({ control, name: 'scopes' });
  return (
    <DialogForm
      onSubmit={handleSubmit(onMake)}
      problem={problem}
      submit="Create Key"
      busy="Making..."
      isBusy={isLoading}
      isBlocked={chosen.length === 0}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Up to 40 characters. Shown in the access log."
        autoComplete="off"
        maxLength={40}
        required
        data-first
        {...register('name')}
      />
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Scopes</legend>
        {SCOPES.map((scope) => (
          <label key={scope} className={styles.choice}>
            <input type="checkbox" value={scope} {...register('scopes')} />
            <span>
              <code>{scope}</code>
              <span className={styles.means}>{scopeWords[scope]}</span>
            </span>
          </label>
        ))}
        <Faint>Personal data also needs read:personal. Without it the feed shows null.</Faint>
      </fieldset>
      <div className={styles.pair}>
        <SelectField label="Expires" {...register('expires')}>
          {Object.entries(lifetimes).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Requests per minute"
          type="number"
          inputMode="numeric"
          min={1}
          max={keyLimits.perMinute}
          required
          {...register('perMinute', { valueAsNumber: true })}
        />
      </div>
    </DialogForm>
  );
}
