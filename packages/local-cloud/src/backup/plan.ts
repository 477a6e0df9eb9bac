// Backup plans: aws:backup/plan:Plan.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { planForms } from './form.ts';
import { type PlanInputs, planInputs } from './inputs.ts';
import { type BackupRecords, type PlanRecord, vaultArn } from './records.ts';

export function planHandler(
  { accountId }: CloudContext,
  { vaults, plans, selections }: BackupRecords,
  changed: () => void,
): Handler {
  /** The vault of another account cannot be known here. */
  function assertVaultsExist({ rules }: PlanInputs, region: string): void {
    for (const { ruleName, targetVaultName, copyActions = [] } of rules) {
      const named = copyActions.map((one) => one.destinationVaultArn);
      const own = named.filter((arn) => arn.split(':')[4] === accountId);
      const missing = [vaultArn(targetVaultName, region, accountId), ...own].find((arn) => !vaults.get(arn));
      if (missing === undefined) continue;
      throw new ServiceError(
        'InvalidParameterValueException',
        `Error in rule ${ruleName} : Backup vault ${missing} does not exist`,
      );
    }
  }
  const put = (id: string, inputs: PlanInputs, region: string) => {
    assertVaultsExist(inputs, region);
    const record = { id, region, inputs, version: randomUUID() };
    plans.set(id, record);
    changed();
    return computedOf(record);
  };
  const computedOf = ({ id, region, version }: PlanRecord) => ({
    ...{ arn: `arn:aws:backup:${region}:${accountId}:backup-plan:${id}`, version },
  });
  return defineHandler({
    type: 'aws:backup/plan:Plan',
    inputs: planInputs,
    replaceOn: ['name'],
    forms: planForms,
    autoname: 'name',
    async create(inputs, { region }) {
      const here = plans.values().filter((plan) => plan.region === region);
      if (here.some((plan) => plan.inputs.name === inputs.name)) {
        const message = 'Backup plan with the same plan document already exists';
        throw new ServiceError('AlreadyExistsException', message);
      }
      const id = randomUUID();
      return { id, computed: put(id, inputs, region) };
    },
    async read(id) {
      const record = plans.get(id);
      return record && { inputs: record.inputs, computed: computedOf(record) };
    },
    update: async (id, inputs, _old, { region }) => put(id, inputs, region),
    /** plan.go, resourcePlanDelete, tries again for two minutes. */
    async delete(id) {
      if (selections.values().some(({ inputs }) => inputs.planId === id)) {
        throw new ServiceError(
          'InvalidRequestException',
          'Related backup plan selections must be deleted prior to backup plan deletion',
        );
      }
      plans.delete(id);
      changed();
    },
  });
}
