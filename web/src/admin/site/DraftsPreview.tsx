import { sectionInfo } from '@framelift/contracts/site-sections';
import { useState } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { SelectField } from '../../ui/Field.tsx';
import type { SectionView } from './siteApi.ts';
import { SitePreview } from './SitePreview.tsx';

interface Props {
  /** Those with a draft. */
  sections: readonly SectionView[];
  onClose: () => void;
}

/** The pages as they become when every draft is published. */
export function DraftsPreview({ sections, onClose }: Props) {
  const [section, setSection] = useState(sections[0]!.section);
  const { draft, published } = sections.find((one) => one.section === section) ?? sections[0]!;
  return (
    <Dialog title="Preview" onClose={onClose} wide="full">
      {sections.length > 1 && (
        <SelectField label="Changed" value={section} onChange={({ target }) => setSection(target.value as typeof section)}>
          {sections.map((one) => (
            <option key={one.section} value={one.section}>
              {sectionInfo(one.section).title}
            </option>
          ))}
        </SelectField>
      )}
      <SitePreview key={section} section={section} typed={undefined} filled={draft?.content ?? published} />
    </Dialog>
  );
}
