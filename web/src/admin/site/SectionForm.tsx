import { useState } from 'react';
import { FieldsForm } from './FieldsForm.tsx';
import { ProductsForm } from './ProductsForm.tsx';
import type { SectionView } from './siteApi.ts';

/** What a form is filled from: another published content or draft makes another. */
const formKey = ({ position, draft }: SectionView): string => `${position} ${draft?.savedAt ?? ''}`;

/** The form of a section. It keeps what it was filled from while somebody else changes the section, until its admin starts over. */
export function SectionForm({ view, onClose }: { view: SectionView; onClose: () => void }) {
  const [filledFrom, setFilledFrom] = useState(view);
  const Form = view.section === 'products' ? ProductsForm : FieldsForm;
  const isOutdated = formKey(view) !== formKey(filledFrom);
  const frame = { isOutdated, position: filledFrom.position, onStartAgain: () => setFilledFrom(view), onClose };
  return <Form key={formKey(filledFrom)} filledFrom={filledFrom} frame={frame} />;
}
