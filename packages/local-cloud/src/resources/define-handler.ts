// How a service defines the handler of a resource type: one with forms converts inputs to the service's form, on the way to
// its operations and on the way back.

import { type Forms, type Properties, serve } from '../forms/form.ts';
import type { Handler } from './handler.ts';

/**
 * A handler as the drivers hold it, without its own types: they only pass on what its schema parsed. Where it has forms, its
 * operations get and store only the service's form; the driver's `inputs` stay as declared.
 */
export function defineHandler<Inputs extends object, Computed extends object>(
  handler: Handler<Inputs, Computed>,
): Handler {
  const { forms } = handler;
  return (forms === undefined ? handler : withForms(handler, forms)) as unknown as Handler;
}

function withForms<Inputs extends object, Computed extends object>(
  handler: Handler<Inputs, Computed>,
  forms: Forms,
): Handler<Inputs, Computed> {
  const served = (inputs: Inputs) => serve(forms, inputs as Properties) as Inputs;
  return {
    ...handler,
    async create(inputs, context) {
      const given = served(inputs);
      const { id, computed } = await handler.create(given, context);
      return { id, computed: { ...returned(forms, inputs, given), ...computed } };
    },
    async read(id, context, known) {
      const live = await handler.read(id, context, known && served(known));
      if (live === undefined) return undefined;
      const held = served(live.inputs);
      const computed = { ...converted(forms, held), ...live.computed };
      return { ...live, inputs: held, computed };
    },
    async update(id, inputs, old, context) {
      const given = served(inputs);
      const computed = await handler.update(id, given, served(old), context);
      return { ...returned(forms, inputs, given), ...computed };
    },
    delete: (id, old, context) => handler.delete(id, served(old), context),
  };
}

/** The outputs for inputs that the service returns in another form than the declared one. */
function returned({ framework }: Forms, declared: object, given: object): object {
  const [before, after] = [declared as Properties, given as Properties];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const isOther = (key: string) =>
    framework === true ? before[key] === undefined : !Object.is(before[key], after[key]);
  return Object.fromEntries([...keys].filter(isOther).map((key) => [key, after[key]]));
}

/** The inputs for which the service has a form of its own: read back, they are outputs too. */
function converted({ rules }: Forms, held: object): object {
  const keys = new Set(
    rules.filter(({ served }) => served !== undefined).map(({ path }) => path.split(/[.[]/)[0]),
  );
  return Object.fromEntries(Object.entries(held).filter(([key]) => keys.has(key)));
}
