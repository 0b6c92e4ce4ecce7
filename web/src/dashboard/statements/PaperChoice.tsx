import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { FieldActions } from '../../ui/layout/Toolbar.tsx';
import { keep } from '../../ui/lists/download.ts';
import { useStatementFileMutation } from './statementsApi.ts';

/** Papers in the United States and Canada are letters. */
const paper = /^en-(US|CA)$/.test(navigator.language) ? 'letter' : 'a4';

/** Downloads of an affiliate's papers. `save`: a button for a file below `affiliate/`. */
export function usePapers() {
  const [ask, { error, isLoading }] = useStatementFileMutation();
  const download = async (path: string, name: string) => {
    const result = await ask({ path, paper });
    if (result.data) keep(name, result.data);
  };
  const save = (path: string, name: string, label: string) => (
    <Button size="small" disabled={isLoading} aria-label={`Download ${name}`} onClick={() => download(path, name)}>
      <Download aria-hidden />
      {label}
    </Button>
  );
  return { error, save };
}

interface Props {
  label: string;
  value: string;
  /** Value and text of each. */
  papers: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
  /** The files of the chosen one. */
  children: ReactNode;
}

/** One of several papers, if there is any, and its files. */
export function PaperChoice({ label, value, papers, onChange, children }: Props) {
  if (!papers.length) return null;
  const select = (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {papers.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </SelectField>
  );
  return <FieldActions field={select}>{children}</FieldActions>;
}
