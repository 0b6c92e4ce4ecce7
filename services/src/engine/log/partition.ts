/** FNV-1a, 32 bit: stable for ever, since every event stores what it answered (docs/architecture.md#partitions). */
export function partitionOf(key: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % partitions;
}
