export interface OwnSection<K> {
  readonly kind: K;
  readonly on: true;
  readonly content: Record<string, never>;
}

/** Sections whose texts are fields of their page, all of them on. */
export const ownSections = <const K extends string>(...kinds: readonly K[]): readonly OwnSection<K>[] =>
  kinds.map((kind) => ({ kind, on: true, content: {} }));

/** The first order of the page of a product. */
export const productSectionsAtFirst = ownSections('reviews', 'faq', 'stats', 'features', 'video');
