/** Controls, separators and characters nobody sees; a joiner within a word or an emoji is no such character. */
const HIDDEN = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;
const VISIBLE = /(?![\u2800])[^\s\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** A text as it is kept: composed (NFC), with one kind of line break, without the spaces around it. */
export const asText = (text: string): string => text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim();

/** Whether a text is empty or one line that shows all it holds. */
export const isLine = (text: string): boolean => text === '' || (VISIBLE.test(text) && !HIDDEN.test(text));

/** Whether free text is empty or shows something. It is shown in a box alone, so it may hold lines and signs of direction. */
export const isLines = (text: string): boolean => text === '' || VISIBLE.test(text);

/** A text with a value, which `write` inserts. The parts before and after it identify the text. */
/* @__NO_SIDE_EFFECTS__ */
export const says = <T>([before, after]: TemplateStringsArray, write: (value: T) => string) =>
  Object.assign((value: T) => `${before}${write(value)}${after}` as FilledText, { before: before!, after: after! });
/** A text that `says` made. */
export type FilledText = string & { readonly filled: true };

/** 'a, b or c'. */
export const oneOf = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
