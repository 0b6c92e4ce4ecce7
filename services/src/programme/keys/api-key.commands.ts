import type { Scope } from '@framelift/contracts';
import { command } from '../../engine/log/deciding/command.ts';

/** `hash`: SHA-256 of the key, hex. */
export class MakeApiKey extends command<{
  keyId: string;
  name: string;
  scopes: readonly Scope[];
  perMinute: number;
  /** ISO 8601; null: it does not expire. */
  expiresAt: string | null;
  hash: string;
}>() {}

export class RevokeApiKey extends command<{ keyId: string }>() {}
