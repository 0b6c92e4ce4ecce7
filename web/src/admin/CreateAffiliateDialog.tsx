import { useForm } from 'react-hook-form';
import { errorText } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useCreateAffiliateMutation } from './adminApi.ts';
import { TermsLoaded } from './programme/TermsLoaded.tsx';
import { RateField } from './RateField.tsx';
import { useToast } from '../ui/layout/Toaster.tsx';
import { DialogForm } from '../ui/dialogs/DialogForm.tsx';

interface Values {
  username: string;
  email: string;
  password: string;
  commissionRate: number;
}

interface Props {
  onClose: () => void;
}

export function CreateAffiliateDialog(props: Props) {
  return (
    <Dialog title="Create Affiliate" onClose={props.onClose}>
      <TermsLoaded>{({ terms }) => <CreateForm {...props} defaultRate={terms.defaultRate} />}</TermsLoaded>
    </Dialog>
  );
}

function CreateForm({ defaultRate, onClose }: Props & { defaultRate: number }) {
  const toast = useToast();
  const { register, handleSubmit } = useForm<Values>({ defaultValues: { commissionRate: defaultRate } });
  const [create, { error, isLoading }] = useCommand(useCreateAffiliateMutation());
  const submit = handleSubmit(async (values) => {
    const result = await create(values);
    if (result.error) return;
    onClose();
    toast.success('Affiliate created successfully!');
  });
  return (
    <DialogForm
      onSubmit={submit}
      problem={error && errorText(error, 'Failed to create affiliate')}
      submit="Create Affiliate"
      busy="Creating..."
      isBusy={isLoading}
      onClose={onClose}
    >
      <TextField label="Username" autoComplete="off" required {...register('username')} />
      <TextField label="Email" type="email" autoComplete="off" required {...register('email')} />
      <PasswordField label="Password" autoComplete="new-password" required {...register('password')} />
      <RateField {...register('commissionRate', { valueAsNumber: true })} />
    </DialogForm>
  );
}
