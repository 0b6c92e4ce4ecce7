import type { WebhookView } from '@framelift/contracts';

/** The dialogs of a webhook. */
export interface WebhookDialogProps {
  webhook: WebhookView;
  onClose: () => void;
}
