/** A text in local storage, or another. Without storage (private mode, prerendering) there is none, and writing is forgotten. */
export const storedText = (key: string, storage: () => Storage = () => localStorage) => ({
  read(): string | null {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  },
  write(text: string): void {
    try {
      storage().setItem(key, text);
    } catch {
      // A full or forbidden storage must not break the page.
    }
  },
  clear(): void {
    try {
      storage().removeItem(key);
    } catch {
      // As above.
    }
  },
});

/** A value in local storage, or another, as JSON. */
export const stored = <T>(key: string, storage?: () => Storage) => {
  const text = storedText(key, storage);
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
