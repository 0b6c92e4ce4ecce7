import { LRUCache } from 'lru-cache';
import type { Prepared } from './append.ts';
import type { Head, Linked, LinkedEvent } from './calls.ts';
import { link } from '../chain.ts';
import { tagged } from './tags.ts';

/** The version that streams appended to at 'any' version are at, or will be: which such an append tries first. */
export type StreamVersions = LRUCache<string, number>;

export const streamVersions = (): StreamVersions => new LRUCache({ max: 10_000 });

/** Numbers and hashes a group onto a head. `now` in ms since 1970; no event is recorded before the one it follows. */
export function linkGroup(group: readonly Prepared[], seen: Head, now: number, guesses: StreamVersions): Linked {
  const recordedAt = new Date(Math.max(now, seen.recordedAt.getTime()));
  const at = recordedAt.toISOString();
  // Stream → the version it will be at. A stream of several appends is compared once, at the first of them.
  const versions = new Map<string, number>();
  const wanted = new Map<string, number>();
  const unchanged = new Map<string, number>();
  const events: LinkedEvent[] = [];
  let { position, hash } = seen;
  for (const { commandId, fingerprint, streams } of group) {
    const firstOf = events.length;
    for (const { streamId, expected, events: prepared } of streams) {
      if (!prepared.length && expected !== 'any') {
        unchanged.set(streamId, expected);
        continue;
      }
      let version = versions.get(streamId);
      if (version === undefined) {
        version = expected === 'any' ? (guesses.get(streamId) ?? 0) : expected;
        wanted.set(streamId, version);
      }
      for (const event of prepared) {
        const metadataText = tagged(event.metadataText, ++version, event);
        hash = link(hash, { ...event, metadataText, position: ++position, version, recordedAt: at });
        const first = events.length === firstOf;
        events.push({
          event,
          metadataText,
          version,
          hash,
          commandId: first ? commandId : null,
          fingerprint: (first && fingerprint) || null,
        });
      }
      versions.set(streamId, version);
      if (expected === 'any') guesses.set(streamId, version);
    }
  }
  return { seen, after: { position, hash, recordedAt }, expected: wanted, unchanged, events };
}
