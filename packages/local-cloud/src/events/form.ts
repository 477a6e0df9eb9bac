// Rules and targets: terraform-provider-aws, internal/service/events.
import type { Forms } from '../forms/form.ts';
import { orElse } from '../forms/values.ts';

/** rule.go: the DiffSuppressFunc of state. A rule without one is enabled: the API reference of PutRule. */
export const ruleForms: Forms = {
  rules: [{ path: 'state', computed: true, served: orElse('ENABLED') }],
};

/** target.go: what is declared is stored as it is. */
export const targetForms: Forms = { rules: [] };
