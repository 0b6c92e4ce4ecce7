import { storedText } from '../session/stored.ts';

/** The id of the element the home page scrolls to on arrival (docs/product.md#every-page). */
export const scrollTarget = storedText('scrollTarget');
