/** A text in local storage. Without storage (private mode, prerendering) there is none, and writing is forgotten. */
export const storedText = (key: string) => ({
  read(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(text: string): void {
    try {
      localStorage.setItem(key, text);
    } catch {
      // A full or forbidden storage must not break the page.
    }
  },
  clear(): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // As above.
    }
  },
});

/** A value in local storage, as JSON. */
export const stored = <T>(key: string) => {
  const text = storedText(key);
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
