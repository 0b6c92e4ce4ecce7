import type { WhyView } from '@framelift/contracts';
import { receiptPath, receiptRules } from '@framelift/contracts/receipts';
import { useForm, useWatch } from 'react-hook-form';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { errorText } from '../api/api.ts';
import { useCommand } from '../api/useCommand.ts';
import type { Asked } from '../why/useWhy.ts';
import styles from './receipts.module.css';
import { useShareReceiptMutation } from './receiptsApi.ts';
import { receiptWords } from './receiptWords.ts';
import { isMonth } from '@framelift/contracts/time';

interface Props {
  asked: Asked;
  view: WhyView;
  onClose: () => void;
}

/** What the page will say: only the server knows within how many days a cashout was paid. */
const wordsOf = ({ of }: Asked, { value, at }: WhyView) => {
  const month = isMonth(of) ? of : null;
  const { amount, what, asOf } = receiptWords({ amount: value / 100, month, days: null, countedAt: at.recordedAt });
  return { amount, what: of && !month ? 'Cashout paid' : what + asOf };
};

/** Publishes one number, under a name: first what the page will show, then its address. */
export function ReceiptDialog({ asked, view, onClose }: Props) {
  const { register, handleSubmit, control } = useForm({ defaultValues: { name: '', onPage: false } });
  const [share, { data, error, isLoading }] = useCommand(useShareReceiptMutation());
  const name = useWatch({ control, name: 'name' }).trim();
  const submit = handleSubmit(async ({ onPage }) => {
    await share({
      figure: asked.figure === 'paid' ? 'paid' : 'earned',
      of: asked.of || null,
      at: asked.at ? view.at.position : null,
      name,
      onPage,
    });
  });
  const { amount, what } = wordsOf(asked, view);
  const preview = (
    <figure className={styles.preview} aria-label="Preview">
      <p className={styles.amount}>{amount}</p>
      <figcaption>
        {name || 'Your name'} · {what}
      </figcaption>
    </figure>
  );
  if (data) return <Shared id={data.id} preview={preview} onClose={onClose} />;
  return (
    <Dialog
      title="Share this number"
      description="Anyone with the link sees this number and the name you choose, nothing else of your account. Withdraw it any time under Settings."
      onClose={onClose}
    >
      <DialogForm
        onSubmit={submit}
        problem={error && errorText(error, 'Failed to share this number')}
        submit="Create page"
        busy="Creating..."
        isBusy={isLoading}
        onClose={onClose}
      >
        {preview}
        <TextField
          label="Name on the page"
          hint="It does not have to be your username."
          autoComplete="off"
          maxLength={receiptRules.name}
          required
          data-first
          {...register('name')}
        />
        <label className={styles.check}>
          <input type="checkbox" {...register('onPage')} />
          May also be shown on the page about the program
        </label>
      </DialogForm>
    </Dialog>
  );
}

function Shared({ id, preview, onClose }: { id: string; preview: React.ReactNode; onClose: () => void }) {
  const link = window.location.origin + receiptPath(id);
  return (
    <Dialog title="Your number is public" onClose={onClose}>
      <div className={styles.shared}>
        {preview}
        <Soft>Each visitor’s browser checks it against the published log.</Soft>
        <CopyField label="Link" value={link} copied="Copied to clipboard!" />
      </div>
      <DialogActions>
        <a className={styles.open} href={link} target="_blank" rel="noreferrer">
          Open the page
        </a>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
