// How a service defines the handler of a resource type.

import type { Handler } from './handler.ts';
import { withForms } from './with-forms.ts';

/**
 * A handler as the drivers hold it, without its own types: they only pass on what its schema parsed. Where it has forms,
 * its operations get the inputs in the service's form.
 */
export function defineHandler<Inputs extends object, Computed extends object>(
  handler: Handler<Inputs, Computed>,
): Handler {
  return withForms(handler) as unknown as Handler;
}
