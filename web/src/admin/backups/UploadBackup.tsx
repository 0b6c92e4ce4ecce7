import { BACKUP_PART_BYTES } from '@framelift/contracts/backups';
import { type ChangeEvent, useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { dataString } from '../proofImage.ts';
import { useUploadBackupMutation } from './backupsApi.ts';

/** Adds a backup of another system, or one that was kept elsewhere, to the list. */
export function UploadBackup() {
  const [upload] = useCommand(useUploadBackupMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const toast = useToast();

  const send = async (file: File) => {
    setProblem(undefined);
    const { name, size } = file;
    for (let offset = 0; offset < size;) {
      setPercent(Math.floor((100 * offset) / size));
      const part = (await dataString(file.slice(offset, offset + BACKUP_PART_BYTES))).split(',')[1]!;
      const from = offset;
      const { data, error } = await confirmed(() => upload({ name, size, offset: from, part }));
      if (!data) return setProblem(errorText(error, 'Failed to upload the backup'));
      offset = data.received;
    }
    toast.success('The backup is in the list. You can restore it now.');
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) await send(file);
    setPercent(undefined);
    // The same file can be chosen again.
    target.value = '';
  };
  return (
    <>
      <TextField
        label="Add a backup from a file"
        hint={percent === undefined ? 'A file named backup-….tar.zst.age' : `Uploading... ${percent} %`}
        type="file"
        accept=".age"
        disabled={percent !== undefined}
        error={problem}
        onChange={(event) => void choose(event)}
      />
      {passwordDialog}
    </>
  );
}
