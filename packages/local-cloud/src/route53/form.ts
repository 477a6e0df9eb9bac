// Record sets: terraform-provider-aws, internal/service/route53/record.go, resourceRecord.
import { canonical } from '@petstore/custom-domains/names';
import type { Forms } from '../forms/form.ts';
import { sameSet, text } from '../forms/values.ts';

const sameName = (served: unknown, declared: unknown) =>
  typeof served === 'string' && typeof declared === 'string' && canonical(served) === canonical(declared);

/** Values are returned as they were sent, with final dots and capitals. */
export const recordForms: Forms = {
  rules: [
    // StateFunc of `name`. Otherwise it is read back unchanged: a relative name stays relative.
    { path: 'name', served: text(canonical), same: sameName },
    { path: 'records', same: sameSet },
    // StateFunc normalizeAliasDomainName, and SuppressEquivalentStringCaseInsensitive.
    { path: 'aliases[].name', served: text(canonical), same: sameName },
    { path: 'allowOverwrite', computed: true },
  ],
};
