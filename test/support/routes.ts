import type { Permission } from '../../contracts/src/index.ts';
import type { App } from './system.ts';

/** Every route the HTTP server answers, `METHOD /path`, as the server itself lists them, including those that no controller declared. */
export function routesOf(app: App): string[] {
  const tree = app.api.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }) as string;
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^(.*)[├└]── (\S*) (?:\(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (indent === undefined || part === undefined) return [];
    const depth = indent.length / 4;
    above.splice(depth, Infinity, part);
    const path = above.join('');
    return (methods ?? '')
      .split(', ')
      .filter(Boolean)
      .map((method) => `${method} ${path}`);
  });
}

/** The permission that Nest found on each route: none means closed to all. */
export function permissionsOf(app: App): Map<string, Permission | undefined> {
  const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
  const { container } = app.api as unknown as {
    container: { getModules(): Map<string, { controllers: Map<unknown, { metatype: Function }> }> };
  };
  const found = new Map<string, Permission | undefined>();
  for (const { controllers } of container.getModules().values())
    for (const { metatype } of controllers.values())
      for (const key of Object.getOwnPropertyNames(metatype.prototype)) {
        const handler = metatype.prototype[key];
        const path = typeof handler === 'function' && key !== 'constructor' ? Reflect.getMetadata('path', handler) : undefined;
        if (path === undefined) continue;
        const url = `/${[Reflect.getMetadata('path', metatype), path].join('/').split('/').filter(Boolean).join('/')}`;
        const permission = Reflect.getMetadata('permission', handler) ?? Reflect.getMetadata('permission', metatype);
        found.set(`${METHODS[Reflect.getMetadata('method', handler)]} ${url}`, permission);
      }
  return found;
}
