import { parseArgs } from 'node:util';
import { WrongSettings } from '../platform/config.ts';
import { projections } from '../screens/screens.module.ts';

/** Those of `--projections a,b`, all without it. @throws WrongSettings */
export function chosenProjections() {
  const names = projections.map((p) => p.name);
  const { values } = parseArgs({ options: { projections: { type: 'string', default: names.join(',') } } });
  const wanted = values.projections.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length) throw new WrongSettings(`There is no projection ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  return projections.filter((p) => wanted.includes(p.name));
}
