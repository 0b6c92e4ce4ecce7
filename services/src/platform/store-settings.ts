import { SELLING, type SellingProvider } from '@framelift/contracts';
import { type Env, type SettingName, type Settings, WrongSettings } from './settings.ts';

/** The required settings of each provider; the first one enables it. */
export const providerSettings = {
  sellauth: ['STORE_API_URL', 'STORE_API_KEY', 'STORE_WEBHOOK_SECRET'],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
} as const satisfies Record<SellingProvider, readonly [SettingName, ...SettingName[]]>;

/** How to get each. */
export const providerRemedies: Record<string, string> = {
  STORE_API_URL: 'name the address of SellAuth’s API, or choose another STORE_PROVIDER',
  STORE_API_KEY: 'copy it from the dashboard of SellAuth',
  STORE_WEBHOOK_SECRET: 'copy it from the dashboard of SellAuth',
  STRIPE_SECRET_KEY: 'copy it from the dashboard of Stripe',
  STRIPE_WEBHOOK_SECRET: 'copy it from the dashboard of Stripe',
};

const STRIPE_API_URL = 'https://api.stripe.com';

/** The sandbox's public values in their place. */
export const sandboxSecrets = { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' };

/** The seller's options for checkouts at Stripe (docs/stripe.md#what-a-seller-may-ask-for). */
export interface StripeCheckouts {
  /** Id of a product at Stripe; without it each checkout describes ours. */
  product?: string;
  automaticTax: boolean;
  billingAddress: boolean;
  terms: boolean;
  invoices: boolean;
}

const checkoutsOf = (settings: Settings): StripeCheckouts => ({
  ...(settings.STRIPE_PRODUCT ? { product: settings.STRIPE_PRODUCT } : {}),
  automaticTax: settings.STRIPE_AUTOMATIC_TAX === 'on',
  billingAddress: settings.STRIPE_BILLING_ADDRESS === 'required',
  terms: settings.STRIPE_TERMS === 'required',
  invoices: settings.STRIPE_INVOICES === 'on',
});

export type StoreSettings = ReturnType<typeof readStore>;

const isSet = (env: Env, provider: SellingProvider): boolean => Boolean(env[providerSettings[provider][0]]);

/** The provider of new checkouts: STORE_PROVIDER; without it the one that STORE_API_URL names, else the sandbox. */
export function chosenBy(env: Env): { provider: SellingProvider; chosen: SellingProvider | 'sandbox' } {
  const value = env['STORE_PROVIDER'] as SellingProvider | 'sandbox' | undefined;
  const chosen = value || (isSet(env, 'sellauth') ? 'sellauth' : 'sandbox');
  return { provider: chosen === 'sandbox' ? 'sellauth' : chosen, chosen };
}

/** Every configured provider may notify and be polled; the chosen one opens new checkouts. @throws WrongSettings with a list */
export function readStore(env: Env, settings: Settings, sandboxPort: number, sandboxUrl: string) {
  const { provider, chosen } = chosenBy(env);
  const bySandbox = chosen === 'sandbox' || (chosen === 'stripe' && providerSettings.stripe.every((name) => !env[name]));
  const real = SELLING.filter((one) => chosen !== 'sandbox' && (isSet(env, one) || (one === provider && !bySandbox)));
  const missing = real.flatMap((one) => providerSettings[one].filter((name) => !env[name]));
  if (missing.length) throw new WrongSettings(missing.map((name) => `${name} is missing: ${providerRemedies[name]}`).join('\n'));
  const isThere = (one: SellingProvider) => real.includes(one) || bySandbox;
  const stripeKeys = { secretKey: sandboxSecrets.STRIPE_SECRET_KEY, webhookSecret: sandboxSecrets.STRIPE_WEBHOOK_SECRET };
  const { STORE_API_URL, STORE_API_KEY, STORE_WEBHOOK_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = settings;
  const checkouts = checkoutsOf(settings);
  const unset = (one: SellingProvider) => [
    ...(chosen === one ? [] : ['STORE_PROVIDER']),
    ...providerSettings[one].filter((name) => !env[name]),
  ];
  return {
    provider,
    /** Settings that each provider still needs to open checkouts. */
    missing: { sellauth: unset('sellauth'), stripe: unset('stripe') },
    /** The sandbox replaces the chosen provider, and others that are not configured. */
    sandbox: bySandbox,
    sandboxUrl,
    sandboxPort,
    /** The keys the sandbox accepts and signs with. */
    sandboxKeys: { apiKey: STORE_API_KEY, webhookSecret: STORE_WEBHOOK_SECRET, stripe: stripeKeys },
    reconcileSeconds: settings.STORE_RECONCILE_SECONDS,
    sellauth: isThere('sellauth')
      ? { apiUrl: real.includes('sellauth') ? STORE_API_URL! : sandboxUrl, apiKey: STORE_API_KEY, webhookSecret: STORE_WEBHOOK_SECRET }
      : null,
    /** `webhookSecret`: two, separated by a comma, during a replacement. */
    stripe: isThere('stripe')
      ? real.includes('stripe')
        ? {
            apiUrl: settings.STRIPE_API_URL ?? STRIPE_API_URL,
            secretKey: STRIPE_SECRET_KEY!,
            webhookSecret: STRIPE_WEBHOOK_SECRET!,
            checkouts,
          }
        : { apiUrl: sandboxUrl, ...stripeKeys, checkouts }
      : null,
  };
}
