import { pictureLimits, pictureRefusals } from '@framelift/contracts/pictures';
import { Trash2 } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { dataString, proofTypes } from '../proofImage.ts';
import { useAddPictureMutation } from './picturesApi.ts';
import styles from './site.module.css';

interface Props {
  label: string;
  hint?: ReactNode;
  isRequired?: boolean;
  /** The longest side that is kept (px), where it is less than usual. */
  edge?: number | undefined;
  /** Its path; empty: there is none. */
  value: string;
  onChange: (path: string) => void;
}

/** A picture of the site: it is uploaded when it is chosen, and shown as visitors will see it. */
export function PictureField({ label, hint, isRequired = false, edge, value, onChange }: Props) {
  const [add, { error, isLoading }] = useCommand(useAddPictureMutation());
  const [problem, setProblem] = useState<string>();

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const found =
      file.size > pictureLimits.bytes || !proofTypes.split(',').includes(file.type) ? pictureRefusals.pictureInvalid : undefined;
    setProblem(found);
    if (!found) {
      const { data } = await add({ picture: await dataString(file), ...(edge && { edge }) });
      if (data) onChange(data.path);
    }
    // The same file can be chosen again.
    target.value = '';
  };

  return (
    <div className={styles.picture}>
      <TextField
        label={label}
        hint={isLoading ? 'Uploading...' : hint}
        type="file"
        accept={proofTypes}
        required={isRequired && !value}
        disabled={isLoading}
        error={problem ?? (error && errorText(error, 'Failed to upload the picture'))}
        onChange={(event) => void choose(event)}
      />
      {value && <img src={value} alt={`Preview: ${label}`} />}
      {value && !isRequired && (
        <Button size="small" onClick={() => onChange('')} aria-label={`Remove ${label.toLowerCase()}`}>
          <Trash2 aria-hidden />
          Remove
        </Button>
      )}
    </div>
  );
}
