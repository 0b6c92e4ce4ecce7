/** The text of a file in the encoding that it says: by its mark, or by its XML declaration. Else UTF-8, or what it is where that fails. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const marked = (...mark: number[]) => mark.every((byte, i) => bytes[i] === byte);
  if (marked(0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (marked(0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  const beginning = new TextDecoder('latin1').decode(bytes.slice(0, 200));
  const [, named] = /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(beginning) ?? [];
  return decoded(bytes, named ?? 'utf-8') ?? decoded(bytes, 'windows-1252')!;
}

const decoded = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // An encoding that no browser knows, or bytes that are not of it.
    return undefined;
  }
};
