import { PICTURE_PATHS } from '@framelift/contracts/pictures';
import { Fragment } from 'react';
import { useNamed } from '../../lib/siteContent.ts';
import styles from './changes.module.css';

/** What changes, a sentence each. `inline`: inside a paragraph. */
export function ChangeList({ changes, inline }: { changes: readonly string[]; inline?: boolean }) {
  const sentences = useNamed(changes.length ? changes : ['No changes']);
  if (inline)
    return sentences.map((change) => (
      <span key={change} className={styles.change}>
        <Sentence change={change} />
        <br />
      </span>
    ));
  return (
    <ul className={styles.changes}>
      {sentences.map((change) => (
        <li key={change}>
          <Sentence change={change} />
        </li>
      ))}
    </ul>
  );
}

/** A text before and after, as `textChange` of fieldWords.ts writes it. */
const TEXTS = /^(.*: )(“.*”|none) → (“.*”|none)$/s;

function Sentence({ change }: { change: string }) {
  const [, label, was, is] = TEXTS.exec(change) ?? [];
  if (label === undefined) return <WithPictures text={change} />;
  const [start, removed, added, end] = differing(was!, is!);
  return (
    <>
      {label}
      {start}
      <del>{removed}</del>
      {end} → {start}
      <ins>{added}</ins>
      {end}
    </>
  );
}

/** Two texts as the words that they begin with, those of each, and those that they end with. */
function differing(was: string, is: string): [start: string, removed: string, added: string, end: string] {
  const [a, b] = [was.split(/(?<= )/), is.split(/(?<= )/)];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const middle = (words: string[]) => words.slice(start, words.length - end).join('');
  return [a.slice(0, start).join(''), middle(a), middle(b), a.slice(a.length - end).join('')];
}

/** Uploaded pictures are shown in place of their paths. */
function WithPictures({ text }: { text: string }) {
  // Every second part is a path.
  return text
    .split(PICTURE_PATHS)
    .map((part, i) => (
      <Fragment key={i}>
        {i % 2 ? <img className={styles.thumbnail} src={part} alt="uploaded file" width={48} height={48} /> : part}
      </Fragment>
    ));
}
