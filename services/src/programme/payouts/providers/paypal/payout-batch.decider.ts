import { type BatchState, paypalRules } from '@framelift/contracts';

/** The PayPal payments of a run that were sent to PayPal's API. The run is the id under which PayPal pays them once. */
export interface Batch {
  state: BatchState;
  /** The keyed hash of its payments. */
  hash: string;
  /** ISO 8601 UTC. */
  sentAt: string;
  /** PayPal's name of it; null: PayPal has not confirmed it. */
  batchId: string | null;
  /** Why it is not confirmed, or refused. With one, more than one call may have reached PayPal. */
  code: string | null;
}

/** Whether PayPal may still pay or has paid it. */
export const isAtPaypal = (batch: Batch | null): boolean => batch !== null && !['refused', 'unused'].includes(batch.state);

/** Whether PayPal was asked and paid none of it. */
export const isUnpaid = (batch: Batch | null): boolean => batch !== null && !isAtPaypal(batch);

/** Whether PayPal is asked again for a batch that it has not confirmed. After that an admin decides. */
export const isAsked = ({ sentAt }: Batch, now: string): boolean => Date.parse(now) - Date.parse(sentAt) < paypalRules.askedForMs;
