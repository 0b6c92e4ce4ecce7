import { type DiscoveryService, MetadataScanner } from '@nestjs/core';

interface Marked<Said, Method> {
  /** Class and method. */
  name: string;
  /** What the decorator said. */
  said: Said;
  call: Method;
}

/** `<class>.<method>` */
export const nameOf = (provider: { name: string }, method: string): string => `${provider.name}.${method}`;

/** The methods of all providers on which a decorator left the metadata `mark`. */
export function markedMethods<Said, Method extends (...args: never[]) => unknown>(
  discovery: DiscoveryService,
  mark: symbol,
): Marked<Said, Method>[] {
  const scanner = new MetadataScanner();
  return discovery.getProviders().flatMap(({ instance }) => {
    if (!instance || typeof instance !== 'object') return [];
    return scanner.getAllMethodNames(Object.getPrototypeOf(instance)).flatMap((method) => {
      const said = Reflect.getMetadata(mark, instance[method]) as Said | undefined;
      return said === undefined
        ? []
        : [{ name: nameOf(instance.constructor, method), said, call: instance[method].bind(instance) as Method }];
    });
  });
}
