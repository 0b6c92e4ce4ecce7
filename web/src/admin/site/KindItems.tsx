import { addableKinds, type PageSection, type SectionsField } from '@framelift/contracts/site-fields';
import { MenuItem } from '../../ui/lists/RowMenu.tsx';

interface Props {
  field: SectionsField;
  sections: readonly PageSection[];
  onAdd: (kind: string) => void;
}

/** In a menu: the kinds of sections that a page can have one more of. */
export function KindItems({ field, sections, onAdd }: Props) {
  return addableKinds(field, sections).map((kind) => (
    <MenuItem key={kind} onSelect={() => onAdd(kind)}>
      <span>
        {field.kinds[kind]!.label}
        <small>{field.kinds[kind]!.about}</small>
      </span>
    </MenuItem>
  ));
}
