import { createContext } from 'react';

/** What the server said; null: there is nothing at this path. `example`: a sandbox made it up. */
export interface Known<T = unknown> {
  data: T;
  example: boolean;
}

/** Answers by the path of their call, as the server knew them when it rendered the page. */
export type KnownAnswers = Readonly<Record<string, Known>>;

export const KnownAnswersContext = createContext<KnownAnswers>({});

/** The element of a page that carries them to the browser. */
export const KNOWN_ID = 'known';
