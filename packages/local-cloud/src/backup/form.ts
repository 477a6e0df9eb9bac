// Vaults, plans and selections: terraform-provider-aws, internal/service/backup.
import type { Forms } from '../forms/form.ts';
import { canonicalJson, orElse, sameSet } from '../forms/values.ts';
import type { PlanRule } from './inputs.ts';

/** vault.go: the service chooses a key where none is declared; forceDestroy is the provider's own. */
export const vaultForms: Forms = {
  rules: [
    { path: 'kmsKeyArn', computed: true },
    { path: 'forceDestroy', unread: true },
  ],
};

/**
 * plan.go: rules and copy actions are sets. "When no CRON expression is provided, Backup will use the default expression":
 * ScheduleExpression of the service model; `schedule` is not Computed, so that a rule without one differs in each run.
 */
export const planForms: Forms = {
  rules: [
    { path: 'rules[].schedule', served: (schedule) => orElse('cron(0 5 ? * * *)')(schedule || undefined) },
    { path: 'rules', same: sameRules },
  ],
};

/** selection.go: a set. */
export const selectionForms: Forms = { rules: [{ path: 'resources', same: sameSet }] };

function sameRules(served: unknown, declared: unknown): boolean {
  return sameSet(withSortedCopies(served), withSortedCopies(declared));
}

function withSortedCopies(rules: unknown): unknown {
  return (rules as readonly PlanRule[] | undefined)?.map(({ copyActions = [], ...rule }) => ({
    ...rule,
    copyActions: copyActions.map(canonicalJson).sort(),
  }));
}
