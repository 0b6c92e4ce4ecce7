/** Drafts of sections, which screens read: section, content, note, author_id, saved_at, based_on. */
export const DRAFTS = 'drafts.sections';
