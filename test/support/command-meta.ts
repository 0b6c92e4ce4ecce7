import { randomUUID } from 'node:crypto';
import type { CommandMeta } from '../../services/src/engine/log/deciding/command.ts';

/** Unique metadata of a command of the system. */
export function commandMeta(more: Partial<CommandMeta> = {}): CommandMeta {
  const commandId = randomUUID();
  const occurredAt = new Date().toISOString();
  return { commandId, correlationId: commandId, repeatable: false, occurredAt, actor: { kind: 'system', id: 'test' }, ...more };
}
