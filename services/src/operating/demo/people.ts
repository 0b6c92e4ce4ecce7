import { base58 } from '@scure/base';
import type { SeededRandom } from './chance.ts';

/** All people of the demo are made up; their domains are reserved (RFC 2606). */
const first = `Ava Ben Carla Dario Elif Finn Greta Hugo Ines Jonas Kaya Leon Mila Noah Olga Pablo Quinn Rosa Sami Tess Uma Vito Wanda Xenia
  Yuki Zoe Anouk Bruno Chloe Dina Emil Frida Gabor Hanna Ivo Jana Kofi Lara Matteo Nora`.split(/\s+/);
const last = `Adler Bauer Costa Diaz Ekström Fischer Gruber Horvat Ivanov Jansen Kowalski Lindqvist Moreau Novak Okafor Petrov Quist Rossi
  Sato Tanaka Ueda Vogel Weber Yilmaz Zimmer`.split(/\s+/);
const handles = 'plays fps tweaks clips on-air tunes builds live setups ranked frames lab gg pc zone'.split(' ');
const providers = ['mail.example', 'post.example', 'inbox.example', 'web.example', 'letters.example'];

export const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
];
export const referrers = [
  'https://videos.example/watch',
  'https://chat.example/channels',
  'https://search.example/',
  'https://forum.example/t/low-fps',
  undefined,
];
export const campaigns = ['launch-video', 'weekly-stream', 'spring', undefined, undefined];
export const pages = ['/premium/', '/', '/free/', '/tweaks/', '/pricing/', '/fortnite/'];

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();

/** A name, with a number once there are more affiliates than names. */
export function affiliateName(chance: SeededRandom, n: number): { username: string; email: string } {
  const [given, family] = [plain(first[n % first.length]!), plain(chance.pick(last))];
  const round = Math.floor(n / first.length);
  const username = `${given}-${chance.pick(handles)}${round || ''}`;
  return { username, email: `${given}.${family}${n}@${chance.pick(providers)}` };
}

/** A buyer; `n` makes them distinct, and every twentieth returns. The dot before it distinguishes them from affiliates. */
export const buyerEmail = (chance: SeededRandom, n: number): string => {
  const who = chance.happens(0.05) ? Math.floor(n * chance.next()) : n;
  return `${plain(first[who % first.length]!)}.${plain(last[who % last.length]!)}.${who}@${providers[who % providers.length]!}`;
};

/** A Solana address: 32 bytes in base58. */
export const wallet = (chance: SeededRandom): string => base58.encode(Uint8Array.from({ length: 32 }, () => chance.whole(0, 255)));

export const address = (chance: SeededRandom): string => `203.0.${chance.whole(0, 255)}.${chance.whole(1, 254)}`;
