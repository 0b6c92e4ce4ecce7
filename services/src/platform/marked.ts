import { type DiscoveryService, MetadataScanner } from '@nestjs/core';

/** `<class>.<method>` */
export const nameOf = (provider: { name: string }, method: string): string => `${provider.name}.${method}`;

/** The methods of all providers that a decorator marked with metadata `mark`, and its value. */
export const markedMethods = <Said, Method>(discovery: DiscoveryService, mark: symbol) =>
  discovery.getProviders().flatMap(({ instance }) => {
    if (!instance || typeof instance !== 'object') return [];
    return new MetadataScanner().getAllMethodNames(Object.getPrototypeOf(instance)).flatMap((method) => {
      const said = Reflect.getMetadata(mark, instance[method]) as Said | undefined;
      const call = instance[method].bind(instance) as Method;
      return said === undefined ? [] : [{ name: nameOf(instance.constructor, method), said, call }];
    });
  });
