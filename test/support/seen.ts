// What a person reads on a screen, as plain text: specs compare it with literal text.
import { screen, within } from '@testing-library/react';
import { formatMoment } from '../../web/src/lib/format.ts';

const TONES = ['green', 'yellow', 'red', 'grey', 'accent'];
/** Elements that begin a line; style sheets are not loaded. */
const LINES = new Set(
  'p div section header li ul ol dl dt dd td th tr table h1 h2 h3 button a label option legend output summary form fieldset'.split(' '),
);
/** By tags and classes: a selector per element costs more than all the rest. */
const isLine = ({ localName, parentElement }: Element) => LINES.has(localName) || parentElement?.classList.contains('between');
const UNREAD = new Set(['svg', 'select', 'input']);
const isUnread = (node: Element) => UNREAD.has(node.localName) || node.hasAttribute('hidden') || node.classList.contains('visually-hidden');

/** The text of an element, line by line. A badge includes its colour: `Pending (yellow)`; a picture its name; a bar its value. */
export function seen(element: Element): string[] {
  const lines: string[] = [''];
  const end = () => lines.at(-1) !== '' && lines.push('');
  const read = (node: Node): void => {
    if (node.nodeType === 3) lines.push(lines.pop() + node.textContent!);
    if (!(node instanceof Element) || isUnread(node)) return;
    if (node instanceof HTMLProgressElement) lines.push(`${lines.pop()}${node.value} of ${node.max}`);
    const line = isLine(node);
    if (line) end();
    for (const child of node.childNodes) read(child);
    const tone = node.classList.contains('badge') && TONES.find((name) => node.classList.contains(name));
    if (tone) lines.push(`${lines.pop()} (${tone})`);
    if (line || tone) end();
  };
  read(element);
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
}

/** The rows of a table by its caption, its headers first: the text of each cell, lines of one joined by ' / '. */
export const rowsOf = (caption: string): string[][] => {
  const table = screen.getByText(caption, { selector: 'caption' }).closest('table')!;
  return [...table.rows].map((row) => [...row.cells].map((cell) => seen(cell).join(' / ')));
};

/** A moment as a reader sees it in the time zone of this machine. */
export const momentSeen = (time: string): string => formatMoment(time).replaceAll(/\s/g, ' ');

/** The entries of a list within an element, the text of each line by line. */
export const entriesIn = (element: Element): string[][] => [...element.querySelectorAll('li')].map(seen);

/** The card, section or dialog with a title. */
export const part = (title: string): HTMLElement =>
  screen.getByText(title, { selector: 'h2' }).closest<HTMLElement>('[role=dialog], [role=alertdialog], section, [class~=card]')!;

/** Fields within an element by label: the value of each. */
export const fieldsIn = (element: HTMLElement): Record<string, string> =>
  Object.fromEntries(
    [...element.querySelectorAll('label')].map((label) => [
      label.textContent!,
      within(element).getByLabelText<HTMLInputElement>(label.textContent!, { selector: 'input, select, textarea' }).value,
    ]),
  );

/** The options of a list by its label. */
export const optionsOf = (label: string): string[] =>
  [...screen.getByLabelText<HTMLSelectElement>(label, { selector: 'select' }).options].map(({ text }) => text);
