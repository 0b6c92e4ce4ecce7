import { type DiscoveryService, MetadataScanner } from '@nestjs/core';

/** `<class>.<method>` */
export const nameOf = (provider: { name: string }, method: string): string => `${provider.name}.${method}`;

/** The methods of all providers that a decorator marked with metadata `mark`, and its value. */
export const markedMethods = <Value, Method>(discovery: DiscoveryService, mark: symbol) =>
  discovery.getProviders().flatMap(({ instance }) => {
    if (!instance || typeof instance !== 'object') return [];
    return new MetadataScanner().getAllMethodNames(Object.getPrototypeOf(instance)).flatMap((method) => {
      const value = Reflect.getMetadata(mark, instance[method]) as Value | undefined;
      const call = instance[method].bind(instance) as Method;
      return value === undefined ? [] : [{ name: nameOf(instance.constructor, method), value, call }];
    });
  });
