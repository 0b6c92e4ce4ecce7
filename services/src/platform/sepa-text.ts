import anyAscii from 'any-ascii';

/** The letters that every bank of the SEPA area takes (EPC217-08). */
const TAKEN = /^[A-Za-z0-9/\-?:().,'+ ]$/;
/** Signs as EPC217-08 advises to write them; every other one is left out. */
const SIGNS: Readonly<Record<string, string>> = {
  '&': '+',
  _: '-',
  '~': '-',
  '‐': '-',
  '–': '-',
  '—': '-',
  '[': '(',
  '{': '(',
  ']': ')',
  '}': ')',
  ';': ',',
  '|': '/',
  '\\': '/',
  '`': "'",
  '´': "'",
  '‘': "'",
  '’': "'",
};
const isLetter = (character: string): boolean => /^[\p{L}\p{N}]$/u.test(character);
/** A letter of another script, as people write it without accents. */
const plainOf = (letter: string): string => [...anyAscii(letter)].filter((one) => TAKEN.test(one) && one !== ':').join('');

/** Characters of a name. */
export const SEPA_NAME = 70;

/** A text in the letters that SEPA carries, at most so long. Empty: none of it is left. */
export function sepaText(text: string, most: number): string {
  const written = [...text.normalize('NFKC')].map((one) =>
    TAKEN.test(one) ? one : (SIGNS[one] ?? (isLetter(one) ? plainOf(one) : signOf(one))),
  );
  const plain = written
    .join('')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/ {2,}/g, ' ')
    // A field begins and ends with no slash.
    .replaceAll(/^[ /]+|[ /]+$/g, '');
  const cut = plain.slice(0, most).replaceAll(/[ /]+$/g, '');
  return /[A-Za-z0-9]/.test(cut) ? cut : '';
}
/** Marks belong to the letter before them; whatever else is no letter separates words. */
const signOf = (one: string): string => (/^[\p{M}\p{Cf}]$/u.test(one) ? '' : ' ');
