/** What storage did not take, for as long as the page lives: client-side navigation keeps it, and a tab knows what it did itself. */
const UNTAKEN = Symbol.for('untaken');
/** Of the page, not of this module: the early script has its own copy of that. */
const untaken = ((globalThis as { [UNTAKEN]?: Map<string, string> })[UNTAKEN] ??= new Map());

type Kind = 'localStorage' | 'sessionStorage';

/**
 * A text in local storage, or another. A browser may have none, refuse to name it, be full, or forget at once (private mode, blocked
 * site data, a WebView, prerendering): the text is then kept in memory.
 */
export const storedText = (key: string, kind: Kind = 'localStorage') => {
  // One name means two texts where they are in different storages.
  const own = `${key} ${kind}`;
  const storage = (): Storage => globalThis[kind];
  return {
    read(): string | null {
      const kept = untaken.get(own);
      if (kept !== undefined) return kept;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    write(text: string): void {
      try {
        storage().setItem(key, text);
        if (storage().getItem(key) === text) return void untaken.delete(own);
      } catch {
        // What stood there before would be read in its place.
      }
      untaken.set(own, text);
    },
    clear(): void {
      untaken.delete(own);
      try {
        storage().removeItem(key);
      } catch {
        // Then there was nothing in it.
      }
    },
  };
};

/** A value in local storage, or another, as JSON. */
export const stored = <T>(key: string, kind?: Kind) => {
  const text = storedText(key, kind);
  return {
    read(): T | null {
      try {
        return JSON.parse(text.read() ?? 'null') as T | null;
      } catch {
        return null;
      }
    },
    write: (value: T): void => text.write(JSON.stringify(value)),
    clear: text.clear,
  };
};
