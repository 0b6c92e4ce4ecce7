import { linesRefusal, type SiteField, textRefusal } from '@framelift/contracts/site-fields';

/** Why a text cannot be that of its field, in the words of the server; undefined: it can. */
export function textProblem(field: SiteField, text: string): string | undefined {
  const isOneLine = !text.includes('\n');
  if (field.kind === 'lines') return text && isOneLine && text.length <= field.max ? undefined : linesRefusal(field);
  if (field.kind !== 'line' && field.kind !== 'text' && field.kind !== 'markdown') return undefined;
  const isLongEnough = text !== '' || field.isOptional === true;
  return isLongEnough && text.length <= field.max && (isOneLine || field.kind !== 'line') ? undefined : textRefusal(field);
}
