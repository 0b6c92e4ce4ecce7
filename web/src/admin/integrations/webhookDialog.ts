import type { WebhookView } from '@framelift/contracts';
import type { Notice } from '../../ui/Banner.tsx';

/** What is done about a webhook, in a dialog of its own. */
export interface WebhookDialogProps {
  webhook: WebhookView;
  /** Closes it; what became of it is told on the page. */
  onDone: (notice?: Notice) => void;
}
