import { storedText } from '../session/stored.ts';

/** The id of the element the home page scrolls to on arrival (docs/product.md#every-page). Tabs from before an upgrade store it; links name it after #. */
export const scrollTarget = storedText('scrollTarget');
