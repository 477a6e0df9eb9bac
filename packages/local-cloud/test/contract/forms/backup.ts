// Vaults, plans and selections.
import type { FormRow } from '../form.ts';

const row = (type: string, rest: Omit<FormRow, 'type'>): FormRow => ({ type, ...rest });

const KEY = 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const PLAN = 'internal/service/backup/plan.go';

interface Rules {
  readonly rules?: readonly object[];
}

/** The rules of the lifecycle, and a weaker second one. */
const twoRules = ({ rules = [] }: Rules) => [
  ...rules,
  ...rules.map((rule) => ({ ...rule, ruleName: 'second', lifecycle: { deleteAfter: 7 } })),
];

export const backupForms: readonly FormRow[] = [
  row('aws:backup/vault:Vault', {
    what: 'no key, where there was one',
    ...{ declares: { kmsKeyArn: KEY }, gives: { kmsKeyArn: KEY }, next: {}, shows: 'same' },
    source: 'internal/service/backup/vault.go: kms_key_arn is Optional and Computed',
  }),
  row('aws:backup/vault:Vault', {
    what: 'forceDestroy, which the provider keeps for itself',
    ...{ declares: { forceDestroy: true }, gives: { forceDestroy: true }, shows: 'same' },
    source: 'internal/service/backup/vault.go: resourceVaultRead does not set it',
  }),
  row('aws:backup/plan:Plan', {
    what: 'rules in another order',
    declares: (inputs: Rules) => ({ rules: twoRules(inputs) }),
    next: ({ rules = [] }: Rules) => ({ rules: [...rules].reverse() }),
    ...{ shows: 'same', source: `${PLAN}: rule is a TypeSet` },
  }),
  row('aws:backup/plan:Plan', {
    what: 'a rule without a schedule, for which the service has a default',
    declares: ({ rules = [] }: Rules) => ({ rules: rules.map((rule) => ({ ...rule, schedule: undefined })) }),
    ...{ shows: 'update', source: `${PLAN}: schedule is Optional, not Computed` },
  }),
  row('aws:backup/plan:Plan', {
    what: 'a lifecycle of 0 days, which the provider does not send',
    declares: ({ rules = [] }: Rules) => ({
      rules: rules.map((rule) => ({ ...rule, lifecycle: { deleteAfter: 0 } })),
    }),
    ...{ shows: 'same', source: `${PLAN}: expandLifecycle, flattenLifecycle` },
  }),
  row('aws:backup/selection:Selection', {
    what: 'resources in another order',
    declares: ({ resources }) => ({ resources: [...(resources as string[]), `${resources}-archive`] }),
    next: ({ resources }) => ({ resources: [...(resources as string[])].reverse() }),
    ...{ shows: 'same', source: 'internal/service/backup/selection.go: resources is a TypeSet' },
  }),
];
