import { useState } from 'react';
import { FieldsForm } from './FieldsForm.tsx';
import styles from './preview.module.css';
import { ProductsForm } from './ProductsForm.tsx';
import type { SectionView } from './siteApi.ts';
import { SitePreview } from './SitePreview.tsx';

/** What a form is filled from: another published content or draft makes another. */
const formKey = ({ position, draft }: SectionView): string => `${position} ${draft?.savedAt ?? ''}`;

/** The form of a section. It keeps what it was filled from while somebody else changes the section, until its admin starts over. */
export function SectionForm({ view, onClose }: { view: SectionView; onClose: () => void }) {
  const [filledFrom, setFilledFrom] = useState(view);
  /** Before the form saved its draft, which `view` may not know yet. */
  const [before, setBefore] = useState<string>();
  const [filled, setFilled] = useState(0);
  const [typed, setTyped] = useState<string>();
  const Form = view.section === 'products' ? ProductsForm : FieldsForm;
  const frame = {
    isOutdated: ![formKey(filledFrom), before].includes(formKey(view)),
    position: filledFrom.position,
    onSaved: (draft: NonNullable<SectionView['draft']>) => {
      setBefore(formKey(filledFrom));
      setFilledFrom({ ...filledFrom, draft });
    },
    onTyped: setTyped,
    onStartAgain: () => {
      setTyped(undefined);
      setFilledFrom(view);
      setFilled(filled + 1);
    },
    onClose,
  };
  return (
    <div key={filled} className={styles.beside}>
      <Form filledFrom={filledFrom} frame={frame} />
      <SitePreview section={view.section} typed={typed} filled={filledFrom.draft?.content ?? filledFrom.published} />
    </div>
  );
}
