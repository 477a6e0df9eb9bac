// Selections of a backup plan: aws:backup/selection:Selection.
import { randomUUID } from 'node:crypto';
import type { Identity } from '../iam/index.ts';
import { refusedRight } from '../iam/role-rights.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { selectionForms } from './form.ts';
import { selectionInputs } from './inputs.ts';
import type { BackupRecords } from './records.ts';
import { BACKUP_SERVICE, BACKUP_SESSION } from './role.ts';

export function selectionHandler({ plans, selections }: BackupRecords, identity: Identity): Handler {
  return defineHandler({
    type: 'aws:backup/selection:Selection',
    inputs: selectionInputs,
    replaceOn: ['name', 'planId', 'iamRoleArn', 'resources'],
    forms: selectionForms,
    autoname: 'name',
    async create(inputs, { region }) {
      if (plans.get(inputs.planId)?.region !== region)
        throw invalid(`Cannot find Backup plan with ID ${inputs.planId}`);
      assertRole(identity, inputs.iamRoleArn);
      const id = randomUUID();
      selections.set(id, { id, region, inputs });
      return { id, computed: {} };
    },
    /** An import names it as PLAN|SELECTION: selection.go, resourceSelectionImportState. */
    async read(given) {
      const id = given.split('|').at(-1) ?? '';
      const record = selections.get(id);
      return record && { id, inputs: record.inputs, computed: {} };
    },
    // Every input replaces.
    update: async () => ({}),
    delete: async (id) => void selections.delete(id),
  });
}

/** Both refusals are in the comments of selection.go, resourceSelectionCreate, which tries again after them. */
function assertRole(identity: Identity, roleArn: string): void {
  if (!identity.assumable(roleArn, BACKUP_SERVICE)) {
    throw invalid(`IAM Role ${roleArn} cannot be assumed by AWS Backup`);
  }
  if (
    refusedRight(identity, { roleArn, session: BACKUP_SESSION }, [['tag:GetResources', '*']]) !== undefined
  ) {
    throw invalid(`IAM Role ${roleArn} is not authorized to call tag:GetResources`);
  }
}

function invalid(message: string): ServiceError {
  return new ServiceError('InvalidParameterValueException', message);
}
