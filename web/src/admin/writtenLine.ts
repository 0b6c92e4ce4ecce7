interface Written {
  reason?: string | null;
  internalNote: string | null;
}

/** What an admin wrote with a decision, in one line. */
export const writtenLine = ({ reason, internalNote }: Written): string =>
  [reason, internalNote && `Internal note: ${internalNote}`].filter(Boolean).join(' · ');
