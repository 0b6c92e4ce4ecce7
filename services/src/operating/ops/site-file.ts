import { CommandBus } from '@nestjs/cqrs';
import { readFile, writeFile } from 'node:fs/promises';
import { isSection, picturesIn, sectionContent, sectionInfo, SITE_SECTIONS, type SiteSection } from '@framelift/contracts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { isText } from '../../http/body.ts';
import { KeptPictures } from '../../http/site/kept-pictures.ts';
import { isKeptPicture } from '../../platform/pictures.ts';
import { Refused } from '../../platform/refused.ts';
import { type NewSection, PublishSite } from '../../programme/site/site.commands.ts';
import { checkedContent } from '../../programme/site/site.controller.ts';
import { contentOf, siteInForce } from '../../programme/site/site.decider.ts';
import { SitePictures } from '../../programme/site/site-pictures.ts';
import { addCommand, type Group } from './program.ts';
import { type Get, operatorMeta, plural, type Result } from './result.ts';

interface SiteFile {
  framelift: 'site';
  format: 1;
  sections: Record<string, object>;
  /** Base64 by hash. */
  pictures: Record<string, string>;
}

/** The value with its fields in one order, so that equal sites have equal bytes. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inner]) => [name, inOrder(inner)]),
        )
      : value;

async function exportSite(get: Get, file: string): Promise<Result> {
  const { state } = await get(Streams).load(siteInForce);
  const pages = Object.keys(state.sections).filter((name) => isSection(name) && !(SITE_SECTIONS as readonly string[]).includes(name));
  const names = [...SITE_SECTIONS, ...(pages as SiteSection[])];
  const sections = Object.fromEntries(names.map((section) => [section, inOrder(contentOf(state, section))])) as SiteFile['sections'];
  const pictures: SiteFile['pictures'] = {};
  for (const hash of picturesIn(sections).toSorted()) pictures[hash] = (await get(KeptPictures).find(hash))!.toString('base64');
  const written: SiteFile = { framelift: 'site', format: 1, sections, pictures };
  await writeFile(file, `${JSON.stringify(written, null, 2)}\n`);
  const counts = { sections: names.length, pictures: Object.keys(pictures).length };
  return { ok: true, json: { ok: true, file, ...counts }, text: `${inWords(counts)} in ${file}` };
}

const inWords = (counts: { sections: number; pictures: number }) =>
  `${plural(counts.sections, 'section')} and ${plural(counts.pictures, 'picture')}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Refused */
async function readSiteFile(file: string): Promise<SiteFile> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw Refused.inWords(`${file} cannot be read (${error.code})`);
  });
  const read = parsed(text);
  if (!isRecord(read) || read['framelift'] !== 'site' || read['format'] !== 1 || !isRecord(read['sections']) || !isRecord(read['pictures']))
    throw Refused.inWords(`${file} was not written by ops site export`);
  return read as unknown as SiteFile;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A section of a file, as it may be published. @throws Refused that names file, section and field */
async function sectionOf(file: string, name: string, given: unknown): Promise<NewSection> {
  const section = isSection(name) ? name : undefined;
  if (!section) throw Refused.inWords(`${file}: there is no section ${name}`);
  const refused = (why: string) => Refused.inWords(`${file}: ${sectionInfo(section).title}: ${why}`);
  if (!isRecord(given) || !isText(given)) throw refused('its content is no text');
  // A file of an earlier program lacks fields that this one has.
  const content = await checkedContent(section, sectionContent(section, given)).catch((error: unknown) => {
    throw error instanceof Refused ? refused(error.message) : error;
  });
  return { section, content };
}

/** Publishes what a file says, all of it or nothing. Equal content is no event. @throws Refused */
export async function importSite(get: Get, file: string): Promise<Result> {
  const { sections: given, pictures: encoded } = await readSiteFile(file);
  const sections: NewSection[] = [];
  for (const [name, content] of Object.entries(given)) sections.push(await sectionOf(file, name, content));
  const pictures = Object.entries(encoded).map(([hash, base64]) => ({ sha256: hash, bytes: Buffer.from(String(base64), 'base64') }));
  for (const { sha256, bytes } of pictures)
    if (!(await isKeptPicture(bytes, sha256))) throw Refused.inWords(`${file}: the picture ${sha256} is damaged`);
  const kept = get(SitePictures);
  for (const hash of picturesIn(sections))
    if (!Object.hasOwn(encoded, hash) && !(await get(KeptPictures).find(hash)))
      throw Refused.inWords(`${file}: the picture ${hash} is missing`);
  for (const picture of pictures) await kept.store(picture);
  const meta = operatorMeta(get);
  const command = new PublishSite({ meta, sections, savedSince: [], editBase: Number.MAX_SAFE_INTEGER, names: {} });
  const { events, position } = await get(CommandBus).execute(command);
  const counts = { sections: events.length, pictures: pictures.length };
  const text = events.length ? `${plural(events.length, 'section')} published from ${file}` : `The site equals ${file} already`;
  return { ok: true, json: { ok: true, file, ...counts, position }, text };
}

export const siteCommands: Group = (program, run) => {
  const site = program.command('site').description('Writes and reads the content of the site as one file.');
  addCommand(site, 'export', 'Writes every section of the site, and its pictures, to one file.', 'site export site.json')
    .argument('<file>')
    .action((file: string) => run((get) => exportSite(get, file)));
  addCommand(site, 'import', 'Publishes the sections of a file: all of them, or none if one is wrong.', 'site import site.json')
    .argument('<file>')
    .action((file: string) => run((get) => importSite(get, file)));
};
