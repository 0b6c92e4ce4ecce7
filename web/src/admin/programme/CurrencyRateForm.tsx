import { useForm } from 'react-hook-form';
import type { CurrencyRateBody } from '@framelift/contracts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import styles from './programme.module.css';
import { useSetCurrencyRateMutation } from './termsApi.ts';

const today = (): string => new Date().toISOString().slice(0, 10);

/** Sets a rate. The form stays for the next one. `position`: of the newest rate that is shown. */
export function CurrencyRateForm({ position }: { position: number }) {
  const { register, handleSubmit, resetField } = useForm<CurrencyRateBody>({ defaultValues: { day: today(), currency: 'USD' } });
  const [setRate, { error, isLoading }] = useCommand(useSetCurrencyRateMutation());
  const submit = handleSubmit(async (body) => {
    const result = await setRate({ ...body, currency: body.currency.trim().toUpperCase(), editBase: position });
    if (!result.error) resetField('rate');
  });
  return (
    <Form onSubmit={submit}>
      {error && <Banner tone="error" text={errorText(error, 'Failed to set the rate')} />}
      <div className={styles.fields}>
        <TextField label="Day (UTC)" type="date" required {...register('day')} />
        <TextField
          label="Currency"
          autoComplete="off"
          spellCheck={false}
          required
          pattern="[A-Za-z]{3}"
          maxLength={3}
          {...register('currency')}
        />
        <TextField
          label="Euros for one unit"
          type="number"
          inputMode="decimal"
          step="any"
          min="0"
          max="1000000"
          required
          {...register('rate', { valueAsNumber: true })}
        />
      </div>
      <div>
        <Button type="submit" variant="primary" disabled={isLoading}>
          {isLoading ? 'Setting...' : 'Set rate'}
        </Button>
      </div>
    </Form>
  );
}
