import { shownAsWritten } from '@framelift/contracts/site-markup';
import { useWatch } from 'react-hook-form';
import type { FieldsFormReturn } from './fieldValues.ts';
import styles from './MarkupHint.module.css';

const MARKDOWN = 'Markdown: **bold**, *italic*, - for a list, # for a heading, [words](https://…) for a link.';

interface Props {
  form: FieldsFormReturn;
  hint: string | undefined;
  /** Where the text is in the form. */
  at: string;
}

/** What can be written, and what of the text is shown as it is written. */
export function MarkupHint({ form, hint, at }: Props) {
  const text = useWatch({ control: form.control, name: at as 'content' }) as unknown as string;
  return (
    <>
      {[hint, MARKDOWN].filter(Boolean).join(' ')}
      {shownAsWritten(text).map((sentence) => (
        <output key={sentence} className={styles.asWritten}>
          {sentence}
        </output>
      ))}
    </>
  );
}
