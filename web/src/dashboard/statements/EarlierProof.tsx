import { TextField } from '../../ui/Field.tsx';

/** A file that was saved. */
export interface Earlier {
  name: string;
  /** Of its checkpoint; undefined: it has none. */
  size: number | undefined;
}

/** A checkpoint is near the beginning of every file that has one. */
const BEGINNING_BYTES = 65_536;

/** In a checkpoint, or in JSON. */
async function earlierOf(file: File): Promise<Earlier> {
  const [, size] = /\/log(?:\\n|\r?\n)(\d{1,15})(?:\\n|\r?\n)/.exec(await file.slice(0, BEGINNING_BYTES).text()) ?? [];
  return { name: file.name, size: size === undefined ? undefined : Number(size) };
}

/** What a new proof is compared with. */
export function EarlierProof({ earlier, onChosen }: { earlier: Earlier | undefined; onChosen(earlier: Earlier | undefined): void }) {
  return (
    <TextField
      label="Earlier proof (optional)"
      type="file"
      hint="If you saved one, choose it and download the proof again. It then shows that nothing has changed since."
      {...(earlier && earlier.size === undefined ? { error: 'Choose a proof, a statement or a checkpoint that you saved' } : {})}
      onChange={async ({ target }) => onChosen(target.files?.[0] && (await earlierOf(target.files[0])))}
    />
  );
}
