import { pictureLimits, pictureRefusals } from '@framelift/contracts/pictures';
import { Trash2 } from 'lucide-react';
import { type ChangeEvent, type ReactNode, Suspense, useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { lazily } from '../../ui/dialogs/lazily.ts';
import { TextField } from '../../ui/Field.tsx';
import { dataString, proofTypes } from '../proofImage.ts';
import type { Part } from './CropDialog.tsx';
import { useAddPictureMutation } from './picturesApi.ts';
import styles from './site.module.css';

const CropDialog = lazily(() => import('./CropDialog.tsx').then((loaded) => loaded.default));
const types = `${proofTypes},image/svg+xml`;
/** How much another shape may differ before a part is chosen. */
const NEAR = 0.02;

/** Width through height of a picture; undefined: the browser cannot draw it. */
const ratioOf = async (picture: string): Promise<number | undefined> => {
  const image = new Image();
  image.src = picture;
  return image.decode().then(
    () => image.naturalWidth / image.naturalHeight,
    () => undefined,
  );
};

interface Props {
  label: string;
  hint?: ReactNode;
  isRequired?: boolean;
  /** The longest side that is kept (px), where it is less than usual. */
  edge?: number | undefined;
  /** Width through height of the frame that shows it; undefined: any. */
  ratio?: number | undefined;
  /** Its path; empty: there is none. */
  value: string;
  onChange: (path: string) => void;
}

/** A picture of the site: it is uploaded when it is chosen, and shown as visitors will see it. */
export function PictureField({ label, hint, isRequired = false, edge, ratio, value, onChange }: Props) {
  const [add, { error, isLoading }] = useCommand(useAddPictureMutation());
  const [problem, setProblem] = useState<string>();
  const [cropped, setCropped] = useState<string>();

  const upload = async (picture: string, crop?: Part) => {
    setCropped(undefined);
    const { data } = await add({ picture, ...(edge && { edge }), ...(crop && { crop }) });
    if (data) onChange(data.path);
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const found = file.size > pictureLimits.bytes || !types.split(',').includes(file.type) ? pictureRefusals.pictureInvalid : undefined;
    setProblem(found);
    if (!found) {
      const picture = await dataString(file);
      const shape = ratio && file.type !== 'image/svg+xml' ? await ratioOf(picture) : undefined;
      if (shape && Math.abs(shape / ratio! - 1) > NEAR) setCropped(picture);
      else await upload(picture);
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
        accept={types}
        required={isRequired && !value}
        disabled={isLoading}
        error={problem ?? (error && errorText(error, 'Failed to upload the picture'))}
        onChange={(event) => void choose(event)}
      />
      {cropped && (
        <Suspense>
          <CropDialog
            picture={cropped}
            ratio={ratio!}
            onChoose={(part) => void upload(cropped, part)}
            onClose={() => setCropped(undefined)}
          />
        </Suspense>
      )}
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
