import { tweaks } from './tweaks.ts';
import { paths, tweakPath } from '../rules/paths.ts';

/** Every path of the site, the pages of free tweaks included. */
export const sitePaths: readonly string[] = [...Object.values(paths), ...tweaks.map(tweakPath)];
