import { refusals } from '@framelift/contracts/refusals';
import { useEffect, useState } from 'react';
import { Faint } from '../ui/layout/Text.tsx';
import styles from './ChosenProof.module.css';
import { dataString } from './proofImage.ts';

/** A preview of the file before it is sent, so that a wrong one is noticed. */
export function ChosenProof({ file }: { file: File }) {
  const [source, setSource] = useState<string>();
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    dataString(file).then(setSource, () => setBroken(true));
  }, [file]);
  if (broken)
    return (
      <p className={styles.unreadable} role="alert">
        {refusals.proofInvalid}
      </p>
    );
  return (
    <figure className={styles.chosenProof}>
      {source && <img src={source} alt={`Preview of ${file.name}`} onError={() => setBroken(true)} />}
      <Faint as="figcaption">{file.name}</Faint>
    </figure>
  );
}
