import { type FieldErrors, get } from 'react-hook-form';

/** What is wrong with the field at a place of a form. */
export const errorAt = (errors: FieldErrors, at: string): string | undefined =>
  (get(errors, at) as { message?: string } | undefined)?.message;
/** Whether anything is wrong with a field there, or in a record. */
export const hasErrorIn = (errors: FieldErrors, at: string): boolean => get(errors, at) !== undefined;
