import { storedText } from './stored.ts';

/** The id of the element the home page scrolls to on arrival (SPEC §2, §3). */
export const scrollTarget = storedText('scrollTarget');
