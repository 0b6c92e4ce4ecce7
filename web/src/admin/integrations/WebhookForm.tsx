import { publicEventWords } from '../../session/api/eventNames.ts';
import { type UseFormRegister, useForm, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import styles from './integrations.module.css';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';

export interface WebhookValues {
  name: string;
  /** Empty: as it was. */
  url: string;
  chosen: 'all' | 'some';
  types: string[];
  personal: boolean;
}

interface Props {
  defaults: WebhookValues;
  /** Of the address it has, which is not shown again. */
  host?: string;
  problem: string | undefined;
  isLoading: boolean;
  action: string;
  onSend: (values: WebhookValues) => void;
  onClose: () => void;
}

/** The body of a call, from what the form holds. */
export const bodyOf = ({ name, chosen: choice, types, personal }: WebhookValues) => ({
  name: name.trim(),
  types: choice === 'all' ? [] : types,
  personal,
});

/** Where a webhook tells, and what. */
export function WebhookForm({ defaults, host, problem, isLoading, action, onSend, onClose }: Props) {
  const { register, handleSubmit, control } = useForm<WebhookValues>({ defaultValues: defaults });
  const [choice, types] = useWatch({ control, name: ['chosen', 'types'] });
  return (
    <DialogForm
      onSubmit={handleSubmit(onSend)}
      problem={problem}
      submit={action}
      busy="Saving..."
      isBusy={isLoading}
      isBlocked={choice === 'some' && types.length === 0}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" maxLength={40} required data-first {...register('name')} />
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder={host ? `https://${host}/…` : 'https://'}
        hint={
          host
            ? 'Leave empty to keep the current address. It is not shown because it may contain a secret.'
            : 'Stored encrypted and not shown again.'
        }
        maxLength={500}
        required={!host}
        {...register('url')}
      />
      <SelectField label="Events" {...register('chosen')}>
        <option value="all">All events, including future types</option>
        <option value="some">Selected events</option>
      </SelectField>
      {choice === 'some' && <EventChoice register={register} />}
      <label className={styles.choice}>
        <input type="checkbox" {...register('personal')} />
        <span>
          Include personal data
          <span className={styles.means}>
            Sends names and addresses of affiliates and buyers. What was sent cannot be erased from here.
          </span>
        </span>
      </label>
    </DialogForm>
  );
}

function EventChoice({ register }: { register: UseFormRegister<WebhookValues> }) {
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">Events</legend>
      {Object.entries(publicEventWords).map(([name, means]) => (
        <label key={name} className={styles.choice}>
          <input type="checkbox" value={name} {...register('types')} />
          <span>
            <code>{name}</code>
            <span className={styles.means}>{means}</span>
          </span>
        </label>
      ))}
      <Faint>Choose at least one.</Faint>
    </fieldset>
  );
}
