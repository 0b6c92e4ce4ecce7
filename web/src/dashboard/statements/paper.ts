/** Papers in the United States and Canada are letters. */
export const paper = /^en-(US|CA)$/.test(navigator.language) ? 'letter' : 'a4';
