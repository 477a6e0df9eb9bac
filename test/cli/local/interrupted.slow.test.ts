// A run that ends in the middle, and the next one, which creates what is missing: that is no loss to report.
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { expect, onTestFinished, test } from 'vitest';
import { wrapHandlers } from '../../wrap-handlers.ts';
import { builtInStack } from './built-in.ts';

const HOST = 'mid.petstore.localhost';

/** Refuses the creation of the records at that name while it is on. */
class Interruption {
  isOn = true;
  readonly #name: RegExp;

  constructor(name: RegExp) {
    this.#name = name;
  }

  registry(registry: Registry): Registry {
    const wrap = (handler: Handler): Handler => ({
      ...handler,
      create: async (inputs, context) => {
        const { name, type } = inputs as { readonly name?: string; readonly type?: string };
        if (this.isOn && type === 'CNAME' && this.#name.test(name ?? '')) throw new Error('interrupted');
        return handler.create(inputs, context);
      },
    });
    return wrapHandlers(registry, wrap);
  }
}

test.each([
  ['validation', new RegExp(`^_.*${HOST}`)],
  ['routing', new RegExp(`^${HOST}`)],
])(
  'a %s record that was not created yet is created without a warning',
  async (_, name) => {
    const interruption = new Interruption(name);
    const stack = await builtInStack((own) => interruption.registry(own), 100_000);
    onTestFinished(stack.close);
    const withHost = (file: string) => file.replace(/# - shop\.petstore\.localhost.*/, `- ${HOST}`);
    await expect(stack.deploy(withHost)).rejects.toThrow();
    stack.lines.length = 0;
    interruption.isOn = false;
    const changes = await stack.deploy(withHost);
    expect(changes).toContainEqual(expect.objectContaining({ action: 'create', name: `${HOST}-route` }));
    expect(stack.lines.filter((line) => line.startsWith(`${HOST}:`))).toEqual([]);
  },
  120_000,
);
