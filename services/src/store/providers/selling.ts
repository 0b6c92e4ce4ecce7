import type { StoreSettings } from '../../platform/store-settings.ts';
import { type Products, type StoreProvider, StoreProviders } from '../provider.ts';
import { withTrialNumbers } from './sandbox/trial-numbers.ts';
import { SellAuth } from './sellauth/sellauth.ts';
import { Stripe } from './stripe/stripe.ts';

/** The providers that have settings. `siteUrl`: where buyers come from and return to. */
export function providersOf(settings: StoreSettings, siteUrl: string, products: Products): StoreProviders {
  const sold = settings.sandbox ? withTrialNumbers(products) : products;
  const all: StoreProvider[] = [
    ...(settings.sellauth ? [new SellAuth(settings.sellauth, sold)] : []),
    ...(settings.stripe ? [new Stripe({ ...settings.stripe, siteUrl }, sold)] : []),
  ];
  return new StoreProviders(
    all,
    all.find(({ name }) => name === settings.provider)!,
  );
}
