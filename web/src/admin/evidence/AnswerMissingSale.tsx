import type { AdminMissingSaleView } from '@framelift/contracts';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { formatDate } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { ReasonFields } from '../ReasonFields.tsx';
import styles from './EvidenceDialog.module.css';
import { useCreditMissingSaleMutation, useRefuseMissingSaleMutation } from './evidenceApi.ts';
import { LikelySales } from './LikelySales.tsx';

interface Props {
  missing: AdminMissingSaleView;
  onClose: () => void;
}

/** What the affiliate reads where the admin who credits the sale writes nothing. */
const FOUND = 'We found this purchase and credited it to you.';

/** Credits the sale that an affiliate misses, or says why not. The affiliate reads the reason. */
export function AnswerMissingSale({ missing, onClose }: Props) {
  const toast = useToast();
  const { id, affiliate, boughtOn, invoice, customerEmail, notes } = missing;
  const { register, handleSubmit, getValues, setError, formState } = useForm({
    defaultValues: { transactionId: '', reason: '', internalNote: '' },
  });
  const { errors } = formState;
  const [credit, crediting] = useCommand(useCreditMissingSaleMutation());
  const [refuse, refusing] = useCommand(useRefuseMissingSaleMutation());
  const error = crediting.error ?? refusing.error;
  const isBusy = crediting.isLoading || refusing.isLoading;
  const answered = (text: string) => {
    onClose();
    toast.success(text);
  };
  const creditSale = async (transactionId: string) => {
    const { reason, internalNote } = getValues();
    const result = await credit({ id, body: { transactionId, reason: reason.trim() || FOUND, internalNote } });
    if (!result.error) answered(`Sale credited to ${affiliate.username}.`);
  };
  const submitRefusal = async () => {
    const { reason, internalNote } = getValues();
    if (!reason.trim()) return setError('reason', { message: 'Please say why. The affiliate sees the reason.' }, { shouldFocus: true });
    const result = await refuse({ id, body: { reason, internalNote } });
    if (!result.error) answered(`${affiliate.username} can read why it is not credited.`);
  };
  const facts = [
    ['Affiliate', affiliate.username],
    ['Bought on', formatDate(`${boughtOn}T12:00`)],
    ['Transaction', invoice ?? 'not known'],
    ['Buyer', customerEmail ?? 'not known'],
    ...(notes ? [['Notes', notes] as const] : []),
  ] as const;
  const search = customerEmail ?? invoice;
  return (
    <Dialog title="Missing sale" onClose={onClose}>
      <Facts as="rows" facts={facts} />
      {error && <Banner tone="error" text={errorText(error, 'Failed to answer')} />}
      <LikelySales missing={missing} isBusy={isBusy} onCredit={(transactionId) => void creditSale(transactionId)} />
      {search && (
        <Link className={styles.log} to={adminPath('sales', undefined, { search })} onClick={onClose}>
          Search all checkouts
        </Link>
      )}
      <Form onSubmit={handleSubmit(({ transactionId }) => creditSale(transactionId.trim()))}>
        <TextField
          label="Transaction to credit"
          placeholder="sellauth-1234"
          hint="For a checkout that is not listed above."
          autoComplete="off"
          required
          {...register('transactionId')}
        />
        <ReasonFields
          reason={{
            hint: `Needed when nothing is credited. Otherwise, left empty, it says “${FOUND}”`,
            error: errors.reason?.message,
            ...register('reason'),
          }}
          note={register('internalNote')}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={() => void submitRefusal()} disabled={isBusy}>
            Do not credit
          </Button>
          <Button type="submit" variant="primary" disabled={isBusy}>
            Credit the sale
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
