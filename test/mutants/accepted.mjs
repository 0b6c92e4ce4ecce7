// Why a mutant may survive. `was` and `now` are what Stryker changed, `text` is its line.
const ACCEPTED = [];

const fits = (pattern, text) => pattern === undefined || (pattern instanceof RegExp ? pattern.test(text) : text.includes(pattern));

export const reasonOf = (path, { text, was, now }) =>
  ACCEPTED.find((a) => fits(a.file, path) && fits(a.text, text) && fits(a.was, was) && fits(a.now, now))?.reason;
