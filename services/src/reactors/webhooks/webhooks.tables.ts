/** What a restored system needs of webhooks. */
export const KEPT_WEBHOOKS = [{ name: 'webhooks.endpoints', rows: 100 }];
