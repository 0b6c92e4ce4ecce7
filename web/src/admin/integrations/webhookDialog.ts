import type { WebhookView } from '@framelift/contracts';

/** What is done about a webhook, in a dialog of its own. */
export interface WebhookDialogProps {
  webhook: WebhookView;
  onClose: () => void;
}
