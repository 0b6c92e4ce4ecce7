import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';
import { paths } from '../lib/paths.ts';

const at = (path: string, feature: string) => route(path.slice(1), `../features/${feature}.route.tsx`);

/** Pages that send something have the client state around them; some have no navigation (docs/product.md#every-page). */
export default [
  layout('site.tsx', [
    at(paths.tos, 'legal/legal'),
    at(paths.success, 'success/success'),
    index('../features/home/home.route.tsx'),
    at(paths.pricing, 'pricing/pricing'),
    at(paths.free, 'free/free'),
    at(paths.premium, 'premium/premium'),
    at(paths.fortnite, 'fortnite/fortnite'),
    at(paths.tweaks, 'tweaks/tweaks'),
    at(paths.statistics, 'statistics/statistics'),
    at(paths.affiliate, 'affiliate-landing/affiliateLanding'),
    at(paths.about, 'about/about'),
    layout('withStore.tsx', { id: 'store-in-site' }, [
      at(paths.register, 'sign-in/register'),
      at(paths.login, 'sign-in/login'),
      at(paths.resetPassword, 'sign-in/resetPassword'),
    ]),
    route('*', 'notFound.tsx'),
  ]),
  layout('withStore.tsx', { id: 'store-alone' }, [
    at(paths.dashboard, 'dashboard/dashboard'),
    at(paths.admin, 'admin/admin'),
    at(paths.account, 'account/account'),
  ]),
  at(paths.socials, 'socials/socials'),
] satisfies RouteConfig;
