import { parseArgs } from 'node:util';
import { WrongSettings } from '../platform/config.ts';
import { reactors } from '../reactors/reactors.module.ts';
import { projections } from '../screens/screens.module.ts';

/** All that follows the log. */
export const followers = [...projections, ...reactors];

/** Those of `--projections a,b`, all without it. @throws WrongSettings */
export function chosenProjections() {
  const names = followers.map((p) => p.name);
  const { values } = parseArgs({ options: { projections: { type: 'string', default: names.join(',') } } });
  const wanted = values.projections.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length) throw new WrongSettings(`There is no projection or reactor ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  return followers.filter((p) => wanted.includes(p.name));
}
