/** Offers the contents of an object URL as a download. */
export const keep = (name: string, url: string): void => {
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
};

/** Hands a text to the browser as a file to keep. */
export const download = (name: string, type: string, text: string): void => keep(name, URL.createObjectURL(new Blob([text], { type })));
