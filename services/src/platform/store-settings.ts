import { SELLING, type SellingProvider } from '@framelift/contracts';
import { type Env, type SettingName, type Settings, WrongSettings } from './settings.ts';

/** What each provider must be told; the first one says that it is there at all. */
export const providerSettings = {
  sellauth: ['STORE_API_URL', 'STORE_API_KEY', 'STORE_WEBHOOK_SECRET'],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
} as const satisfies Record<SellingProvider, readonly [SettingName, ...SettingName[]]>;

const STRIPE_API_URL = 'https://api.stripe.com';

/** What the sandbox is told in their place, which everybody knows. */
export const sandboxSecrets = { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' };

/** What a seller wants of checkouts at Stripe (docs/stripe.md#what-a-seller-may-ask-for). */
export interface StripeCheckouts {
  /** Id of a product at Stripe; without it each checkout names ours. */
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

/** Where new checkouts go: as STORE_PROVIDER says; without it to the provider that STORE_API_URL names, else to the sandbox. */
export function chosenBy(env: Env): { provider: SellingProvider; asked: SellingProvider | 'sandbox' } {
  const said = env['STORE_PROVIDER'] as SellingProvider | 'sandbox' | undefined;
  const asked = said || (isSet(env, 'sellauth') ? 'sellauth' : 'sandbox');
  return { provider: asked === 'sandbox' ? 'sellauth' : asked, asked };
}

/** Every provider that is set up may notify and be asked; the chosen one opens new checkouts. @throws WrongSettings that lists what is missing */
export function readStore(env: Env, settings: Settings, sandboxPort: number, sandboxUrl: string) {
  const { provider, asked } = chosenBy(env);
  const bySandbox = asked === 'sandbox' || (asked === 'stripe' && providerSettings.stripe.every((name) => !env[name]));
  const real = SELLING.filter((one) => asked !== 'sandbox' && (isSet(env, one) || (one === provider && !bySandbox)));
  const missing = real.flatMap((one) => providerSettings[one].filter((name) => !env[name]));
  if (missing.length) throw new WrongSettings(missing.map((name) => `${name} is missing`).join('\n'));
  const isThere = (one: SellingProvider) => real.includes(one) || bySandbox;
  const stripeKeys = { secretKey: sandboxSecrets.STRIPE_SECRET_KEY, webhookSecret: sandboxSecrets.STRIPE_WEBHOOK_SECRET };
  const { STORE_API_URL, STORE_API_KEY, STORE_WEBHOOK_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = settings;
  const checkouts = checkoutsOf(settings);
  return {
    provider,
    /** The sandbox stands in for the chosen provider, and for others that are not set up. */
    sandbox: bySandbox,
    sandboxUrl,
    sandboxPort,
    /** What the sandbox answers to, and signs with. */
    sandboxKeys: { apiKey: STORE_API_KEY, webhookSecret: STORE_WEBHOOK_SECRET, stripe: stripeKeys },
    reconcileSeconds: settings.STORE_RECONCILE_SECONDS,
    sellauth: isThere('sellauth')
      ? { apiUrl: real.includes('sellauth') ? STORE_API_URL! : sandboxUrl, apiKey: STORE_API_KEY, webhookSecret: STORE_WEBHOOK_SECRET }
      : null,
    /** `webhookSecret`: two with a comma between them, while one is replaced. */
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
