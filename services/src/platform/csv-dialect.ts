/** The CSV dialect of a country's spreadsheet, detected before any cell is read: separator first, then the decimal sign. */
export const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Excel names its separator in the first line. */
const DECLARED = /^\uFEFF?"?sep=([,;\t])"?\r?\n/i;

/** The text of a file in any encoding: UTF-16 by its mark, UTF-8, else that of Western European Windows. */
export function textOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator that the file names or that fits it, else the most frequent one in its first line. */
export function separatorOf(
  text: string,
  makesSense: (separator: Separator, text: string) => boolean,
): { separator: Separator; text: string } {
  const found = DECLARED.exec(text);
  if (found) return { separator: found[1] as Separator, text: text.slice(found[0].length) };
  const line = text.slice(0, text.search(/\r?\n|$/)).replaceAll(/"[^"]*"/g, '');
  const often = SEPARATORS.toSorted((a, b) => line.split(b).length - line.split(a).length);
  return { separator: SEPARATORS.find((separator) => makesSense(separator, text)) ?? often[0]!, text };
}

export type DecimalSign = '.' | ',';
/** The decimal sign of a column of amounts: a comma if some end like '60,00' and none like '60.00'. */
export const decimalOf = (amounts: readonly string[]): DecimalSign => {
  const endsWith = (sign: string) => amounts.some((text) => new RegExp(`\\${sign}\\d{1,2}\\D*$`).test(text));
  return endsWith(',') && !endsWith('.') ? ',' : '.';
};

/** '1.062,50' as '1062.50', by the file's decimal sign: removes thousands separators. */
export const plainAmount = (text: string, decimal: DecimalSign): string => {
  const thousands = decimal === ',' ? /\.(?=\d{3}(\D|$))/g : /,(?=\d{3}(\D|$))/g;
  const whole = text.replaceAll(/[\s\u00a0\u202f'’€]/g, '').replaceAll(thousands, '');
  return decimal === ',' ? whole.replace(',', '.') : whole;
};
