import { accounts } from '../accounts/accounts.projection.ts';
import { actionLog } from '../action-log/action-log.projection.ts';
import { adminOverview } from '../admin-overview/admin-overview.projection.ts';
import { attribution } from '../attribution/attribution.projection.ts';
import { dashboard } from '../dashboard/dashboard.projection.ts';

/** Every read model there is. */
export const projections = [dashboard, adminOverview, actionLog, accounts, attribution];

/** What the catalogue page says of them. */
export const listed = projections.map(({ name, answers, subscription }) => ({ name, answers, events: [...subscription] }));
