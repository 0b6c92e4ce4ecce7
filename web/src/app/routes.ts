import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';
import { receiptPath } from '@framelift/contracts/receipts';
import { paths } from '../lib/paths.ts';

const at = (path: string, screen: string) => route(path.slice(1), `../${screen}.route.tsx`);

/** Pages that send something have the client state around them; some have no navigation (docs/product.md#every-page). */
export default [
  layout('site.tsx', [
    at(paths.tos, 'site/legal/legal'),
    at(paths.success, 'site/success/success'),
    index('../site/home/home.route.tsx'),
    at(paths.pricing, 'site/pricing/pricing'),
    at(paths.free, 'site/free/free'),
    at(paths.premium, 'site/product/premium'),
    at('/products/:slug', 'site/product/product'),
    at(paths.fortnite, 'site/fortnite/fortnite'),
    at(paths.tweaks, 'site/tweaks/tweaks'),
    at(`${paths.tweaks}/:slug`, 'site/tweaks/tweak'),
    at(paths.statistics, 'site/statistics/statistics'),
    at(paths.affiliate, 'site/affiliate-landing/affiliateLanding'),
    at(paths.about, 'site/about/about'),
    at(receiptPath(':id'), 'site/receipt/receipt'),
    layout('withStore.tsx', { id: 'store-in-site' }, [
      at(paths.register, 'account/sign-in/register'),
      at(paths.login, 'account/sign-in/login'),
      at(paths.forgotPassword, 'account/sign-in/forgotPassword'),
      at(paths.resetPassword, 'account/sign-in/resetPassword'),
      at(paths.confirmEmail, 'account/mails/confirmEmail'),
      at(paths.cancelEmailChange, 'account/mails/cancelEmailChange'),
      at(paths.unsubscribe, 'account/mails/unsubscribe'),
    ]),
    route('*', '../site/notFound.tsx'),
  ]),
  layout('withStore.tsx', { id: 'store-alone' }, [
    at(`${paths.dashboard}/*`, 'dashboard/dashboard'),
    at(`${paths.admin}/*`, 'admin/admin'),
    at(paths.account, 'account/account'),
  ]),
  at(paths.socials, 'site/socials/socials'),
] satisfies RouteConfig;
