import { createIsbotFromList, list } from 'isbot';

/** Patterns that judge a browser by the shape of its name, or by having no window, name no bot. */
const guesses = /^\^(\[|\\|mozilla)|^headless$/;

/** Whether a user agent names itself as a bot, crawler or HTTP tool (docs/rules.md#12-visits). */
export const isKnownBot = createIsbotFromList(list.filter((pattern) => !guesses.test(pattern)));
