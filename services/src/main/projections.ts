import { accounts } from '../screens/accounts/accounts.projection.ts';
import { actionLog } from '../screens/action-log/action-log.projection.ts';
import { adminOverview } from '../screens/admin-overview/admin-overview.projection.ts';
import { attribution } from '../screens/attribution/attribution.projection.ts';
import { dashboard } from '../screens/dashboard/dashboard.projection.ts';

/** Every read model there is. */
export const projections = [dashboard, adminOverview, actionLog, accounts, attribution];

/** What the catalogue page says of them. */
export const listed = projections.map(({ name, answers, subscription }) => ({ name, answers, events: [...subscription] }));
