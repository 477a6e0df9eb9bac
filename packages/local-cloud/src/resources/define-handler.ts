// How a service defines the handler of a resource type.

import type { Handler } from './handler.ts';
import { withForms } from './with-forms.ts';

/**
 * A handler as the front doors hold it, its own types forgotten: they only pass parsed inputs through. Where it has
 * forms, its own operations see inputs in the service's form.
 */
export function defineHandler<Inputs extends object, Computed extends object>(
  handler: Handler<Inputs, Computed>,
): Handler {
  return withForms(handler) as unknown as Handler;
}
