// Rules and targets: terraform-provider-aws, internal/service/events.
import type { Forms } from '../forms/form.ts';

/** rule.go: the DiffSuppressFunc of state. */
export const ruleForms: Forms = { rules: [{ path: 'state', computed: true }] };

/** target.go: what is declared is stored as it is. */
export const targetForms: Forms = { rules: [] };
