import { type Settings, WrongSettings } from './settings.ts';

const PAYPAL_API_URL = 'https://api-m.paypal.com';

export interface PaypalSettings {
  apiUrl: string;
  clientId: string;
  secret: string;
  /** Undefined: notifications are refused, and payments are polled. */
  webhookId: string | undefined;
}

/** What the sandbox accepts and signs with. */
export const sandboxPaypalKeys = { clientId: 'sandbox-client', secret: 'sandbox-paypal-secret', webhookId: 'SANDBOXWEBHOOK' };
export const sandboxPaypal = (apiUrl: string): PaypalSettings => ({ apiUrl, ...sandboxPaypalKeys });

/** Null: PayPal is not set up. @throws WrongSettings */
export function readPaypal(settings: Settings): PaypalSettings | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_SECRET: secret, PAYPAL_WEBHOOK_ID: webhookId } = settings;
  if (!clientId && !secret) return null;
  if (!clientId || !secret)
    throw new WrongSettings(`${clientId ? 'PAYPAL_SECRET' : 'PAYPAL_CLIENT_ID'} is missing: copy it from the app in PayPal’s dashboard`);
  return { apiUrl: (settings.PAYPAL_API_URL ?? PAYPAL_API_URL).replace(/\/+$/, ''), clientId, secret, webhookId };
}
