import { expect, it } from '@jest/globals';
import { textOf } from './textOf.ts';

const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><Nm>Müller</Nm>`;
const latin = (text: string) => new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);

it.each([
  ['UTF-8', new Blob([xml('UTF-8')]), xml('UTF-8')],
  ['UTF-8 with a mark', new Blob([`\uFEFF${xml('UTF-8')}`]), xml('UTF-8')],
  ['ISO-8859-1', latin(xml('ISO-8859-1')), xml('ISO-8859-1')],
  ['ISO-8859-15', latin(xml('iso-8859-15')), xml('iso-8859-15')],
  ['UTF-16', new Blob([Uint8Array.from([0xff, 0xfe, 0x3c, 0, 0xfc, 0])]), '<ü'],
  ['another one than it says', latin(xml('UTF-8')), xml('UTF-8')],
  ['one that it does not say', latin('Name;Müller'), 'Name;Müller'],
  ['one that nobody knows', new Blob(['<?xml version="1.0" encoding="X-9"?><a/>']), '<?xml version="1.0" encoding="X-9"?><a/>'],
])('a file in %s is read', async (_, file, text) => expect(await textOf(file)).toBe(text));
