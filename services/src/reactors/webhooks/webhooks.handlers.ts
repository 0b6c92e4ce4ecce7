import { handler } from '../../engine/log/deciding/command-handler.ts';
import { Endpoints } from './endpoints.ts';
import * as commands from './webhooks.commands.ts';
import * as rule from './webhooks.decider.ts';

const all = () => rule.webhooksSource;

// Each appends its fact and changes the table beside the log in one transaction.
export const webhookHandlers = [
  handler(commands.AddWebhook, all, rule.addWebhook, (client, { webhookId, url, secret }) => Endpoints.add(client, webhookId, url, secret)),
  handler(commands.ChangeWebhook, all, rule.changeWebhook, async (client, { webhookId, address }) => {
    if (address) await Endpoints.move(client, webhookId, address.url);
  }),
  handler(commands.RenewWebhookSecret, all, rule.renewSecret, (client, { webhookId, secret, oldUntil }) =>
    Endpoints.renew(client, webhookId, secret, oldUntil),
  ),
  handler(commands.PauseWebhook, all, rule.pauseWebhook),
  handler(commands.RemoveWebhook, all, rule.removeWebhook, (client, { webhookId }) => Endpoints.remove(client, webhookId)),
];
