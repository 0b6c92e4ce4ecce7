import { rules } from '@framelift/contracts/rules';
import type { ComponentProps } from 'react';
import { AreaField } from '../ui/Field.tsx';

/** `data-first`: it has the focus when the dialog opens. */
type Area = Omit<ComponentProps<typeof AreaField>, 'label'> & { 'data-first'?: boolean };

interface Props {
  /** As the form registers them; a decision that the affiliate does not see has no reason. */
  reason?: Area & { label?: string };
  note?: Area;
}

/** Why an admin decides: what the affiliate reads, and what stays among admins. */
export function ReasonFields({ reason, note }: Props) {
  return (
    <>
      {reason && <AreaField label="Reason (the affiliate sees this)" maxLength={rules.textMaximum} {...reason} />}
      {note && <AreaField label="Internal note (optional)" hint="Only admins see it." maxLength={rules.textMaximum} rows={2} {...note} />}
    </>
  );
}
