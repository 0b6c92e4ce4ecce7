import type { Sealed } from '@framelift/contracts';
import { command } from '../../engine/log/deciding/command.ts';

interface Settings {
  name: string;
  /** Names of public events; none: all. */
  types: readonly string[];
  personal: boolean;
}

/** `url` and `secret` as they are kept. */
export class AddWebhook extends command<Settings & { webhookId: string; host: string; url: Sealed; secret: Sealed }>() {}

/** Without an address it stays where it is. `editBase`: the position its form was filled from. */
export class ChangeWebhook extends command<
  Settings & { webhookId: string; address?: { host: string; url: Sealed }; paused: boolean; editBase: number }
>() {}

export class RenewWebhookSecret extends command<{ webhookId: string; secret: Sealed; oldUntil: string }>() {}

/** The sender itself pauses a webhook. */
export class PauseWebhook extends command<{ webhookId: string; because: 'failing' | 'gone' }>() {}

export class RemoveWebhook extends command<{ webhookId: string }>() {}
