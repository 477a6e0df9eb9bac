// A registry with other handlers, for tests that observe or delay what is called.
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';

/** The members that use private fields are called on the registry itself. */
export function wrapHandlers(registry: Registry, wrap: (handler: Handler) => Handler): Registry {
  return Object.create(registry, {
    handler: { value: (type: string) => wrap(registry.handler(type)) },
    invoke: { value: (token: string) => registry.invoke(token) },
    configure: { value: (...args: Parameters<Registry['configure']>) => registry.configure(...args) },
  });
}
