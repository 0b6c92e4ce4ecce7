import { parseArgs } from 'node:util';
import { WrongSettings } from '../platform/config.ts';
import { accounts } from '../screens/accounts/accounts.projection.ts';
import { actionLog } from '../screens/action-log/action-log.projection.ts';
import { adminOverview } from '../screens/admin-overview/admin-overview.projection.ts';
import { attribution } from '../screens/attribution/attribution.projection.ts';
import { dashboard } from '../screens/dashboard/dashboard.projection.ts';

/** Every read model there is. */
export const projections = [dashboard, adminOverview, actionLog, accounts, attribution];

/** What the catalogue page says of them. */
export const listed = projections.map(({ name, answers, subscription }) => ({ name, answers, events: [...subscription] }));

/** Those of `--projections a,b`, all without it. @throws WrongSettings */
export function chosenProjections() {
  const names = projections.map((p) => p.name);
  const { values } = parseArgs({ options: { projections: { type: 'string', default: names.join(',') } } });
  const wanted = values.projections.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length) throw new WrongSettings(`There is no projection ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  return projections.filter((p) => wanted.includes(p.name));
}
