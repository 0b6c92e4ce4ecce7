import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { keep } from '../ui/lists/download.ts';

interface Props {
  /** Of the file. */
  name: string;
  /** Resolves with an object URL. */
  ask: () => Promise<string>;
}

/** Asks for a table as a file and hands it to the browser; says so where that fails. */
export function DownloadCsv({ name, ask }: Props) {
  const [state, setState] = useState<'ready' | 'preparing' | 'failed'>('ready');
  const download = async () => {
    setState('preparing');
    try {
      keep(name, await ask());
      setState('ready');
    } catch {
      setState('failed');
    }
  };
  return (
    <Button size="small" disabled={state === 'preparing'} onClick={download}>
      <Download aria-hidden />
      <span aria-live="polite">{state === 'failed' ? 'Failed. Try again' : 'Download CSV'}</span>
    </Button>
  );
}
