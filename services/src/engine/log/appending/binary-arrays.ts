/** Arrays in PostgreSQL’s binary format: 10 % more appends with 32 writers (docs/measurements.md#what-each-mechanism-gains). */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

const arrayOf =
  <T>(element: number, sizeOf: (value: T) => number, write: (into: Buffer, value: T, at: number) => number) =>
  (values: readonly (T | null)[]): Buffer => {
    let size = HEADER_BYTES;
    for (const value of values) size += LENGTH_BYTES + (value === null ? 0 : sizeOf(value));
    const array = Buffer.alloc(size);
    array.writeInt32BE(1, 0); // dimensions
    array.writeInt32BE(1, 4); // may hold nulls
    array.writeInt32BE(element, 8);
    array.writeInt32BE(values.length, 12);
    array.writeInt32BE(1, 16); // the first index
    let at = HEADER_BYTES;
    for (const value of values) {
      const written = value === null ? -1 : write(array, value, at + LENGTH_BYTES);
      at = array.writeInt32BE(written, at) + Math.max(0, written);
    }
    return array;
  };

const sizeOfText = (text: string) => Buffer.byteLength(text);
const writeText = (into: Buffer, text: string, at: number) => into.write(text, at);

// Each answers how many bytes it wrote.
export const smallints = arrayOf<number>(
  21,
  () => 2,
  (into, value, at) => into.writeInt16BE(value, at) - at,
);
export const ints = arrayOf<number>(
  23,
  () => 4,
  (into, value, at) => into.writeInt32BE(value, at) - at,
);
export const texts = arrayOf<string>(25, sizeOfText, writeText);
export const jsons = arrayOf<string>(114, sizeOfText, writeText);
export const byteas = arrayOf<Buffer>(
  17,
  (bytes) => bytes.length,
  (into, bytes, at) => bytes.copy(into, at),
);
/** @param values as text with hyphens */
export const uuids = arrayOf<string>(
  2950,
  () => 16,
  (into, id, at) => into.write(id.replaceAll('-', ''), at, 16, 'hex'),
);
