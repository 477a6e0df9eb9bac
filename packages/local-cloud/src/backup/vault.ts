// Backup vaults: aws:backup/vault:Vault.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { vaultForms } from './form.ts';
import { vaultInputs } from './inputs.ts';
import { type BackupRecords, pointsIn, type VaultRecord, vaultArn } from './records.ts';
import type { RecoveryFiles } from './recovery-files.ts';

/** The key `alias/aws/backup` of a region: the service creates it with the first vault that names no key. */
const managedKey = (region: string, accountId: string): string =>
  `arn:aws:kms:${region}:${accountId}:key/0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9`;

export function vaultHandler(
  { accountId }: CloudContext,
  records: BackupRecords,
  files: Pick<RecoveryFiles, 'delete'>,
): Handler {
  const { vaults } = records;
  const computedOf = ({ arn, kmsKeyArn }: VaultRecord) => ({
    ...{ arn, kmsKeyArn },
    recoveryPoints: pointsIn(records, arn).length,
  });
  return defineHandler({
    type: 'aws:backup/vault:Vault',
    inputs: vaultInputs,
    replaceOn: ['name', 'kmsKeyArn'],
    forms: vaultForms,
    autoname: 'name',
    async create(inputs, { region }) {
      const arn = vaultArn(inputs.name, region, accountId);
      if (vaults.get(arn) !== undefined) {
        throw new ServiceError('AlreadyExistsException', 'Backup vault with the same name already exists');
      }
      const record = { ...inputs, arn, kmsKeyArn: inputs.kmsKeyArn || managedKey(region, accountId) };
      vaults.set(arn, record);
      return { id: inputs.name, computed: computedOf(record) };
    },
    async read(id, { region }) {
      const record = vaults.get(vaultArn(id, region, accountId));
      if (record === undefined) return undefined;
      const { arn: _arn, ...inputs } = record;
      return { inputs, computed: computedOf(record) };
    },
    /** Of tags only; forceDestroy is the provider's own. */
    async update(id, inputs, _old, { region }) {
      const arn = vaultArn(id, region, accountId);
      const record = { ...inputs, arn, kmsKeyArn: vaults.get(arn)?.kmsKeyArn };
      vaults.set(arn, record);
      return computedOf(record);
    },
    /** "A vault can be deleted only if it is empty": DeleteBackupVault. With forceDestroy the provider empties it first. */
    async delete(id, { forceDestroy }, { region }) {
      const arn = vaultArn(id, region, accountId);
      if (forceDestroy) for (const point of pointsIn(records, arn)) files.delete(point);
      if (pointsIn(records, arn).length > 0) {
        throw new ServiceError(
          'InvalidRequestException',
          'Backup vault cannot be deleted because it contains recovery points.',
        );
      }
      vaults.delete(arn);
    },
  });
}
