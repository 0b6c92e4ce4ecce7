import type { ContentOf, ShownOf, SiteFields } from './site-fields.ts';

/** Free tweaks (docs/product.md#tweaks): a list of them, and a page for each. */

export const tweakFields = {
  tweaks: {
    kind: 'list',
    label: 'Tweaks',
    one: 'tweak',
    titledBy: 'title',
    unique: 'slug',
    min: 1,
    max: 300,
    of: {
      title: { kind: 'line', label: 'Title', max: 80 },
      slug: { kind: 'slug', label: 'Address', hint: 'The last word of its address, such as low-latency for /tweaks/low-latency.' },
      description: { kind: 'text', label: 'Description', max: 400 },
      tags: { kind: 'lines', label: 'Tags', count: 6, max: 40, isRead: true },
      added: { kind: 'day', label: 'Added' },
      changes: {
        kind: 'list',
        label: 'Changes',
        one: 'change',
        titledBy: 'setting',
        hint: 'What the tweak sets. Its picture shows the first three.',
        min: 1,
        max: 30,
        of: {
          setting: { kind: 'line', label: 'Setting', max: 80 },
          to: { kind: 'line', label: 'New value', max: 80 },
          where: { kind: 'line', label: 'Where', max: 300, hint: 'The key, file or dialog that has it.' },
        },
      },
      guide: { kind: 'markdown', label: 'Guide', max: 20_000, isOptional: true, hint: 'Step by step, below the changes.' },
      undo: { kind: 'markdown', label: 'How to undo it', max: 2_000 },
      videoUrl: { kind: 'video', label: 'Video' },
      downloadUrl: { kind: 'link', label: 'Download', hint: 'Downloads of a repository on GitHub are counted.' },
      poster: { kind: 'picture', label: 'Picture', isOptional: true, ratio: 16 / 9, hint: 'In place of the drawing of its changes.' },
    },
  },
} as const satisfies SiteFields;

export type Tweak = ContentOf<typeof tweakFields>['tweaks'][number];
/** As pages show it. */
export type ShownTweak = ShownOf<typeof tweakFields>['tweaks'][number];
export type TweakChange = Tweak['changes'][number];

/** `owner/name` at the code host, where downloads of a tweak are counted; undefined: its download is elsewhere. */
export const repoOf = ({ downloadUrl }: Pick<Tweak, 'downloadUrl'>): string | undefined =>
  /^https:\/\/github\.com\/((?!\.+\/)[\w.-]{1,100}\/(?!\.+(?:[/?#]|$))[\w.-]{1,100})(?:[/?#]|$)/.exec(downloadUrl)?.[1];
