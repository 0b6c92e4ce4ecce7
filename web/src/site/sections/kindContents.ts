import type { ShownContent } from '@framelift/contracts/site-sections';

type Added = Extract<ShownContent['pages.home']['sections'][number], { content: { eyebrow: string } }>;
/** A kind of section that a seller adds. */
export type AddedKind = Added['kind'];
/** What one of a kind says. */
export type ContentOfKind<K extends AddedKind> = Extract<Added, { kind: K }>['content'];
