// Tables: aws:dynamodb/table:Table. What dynalite lacks (recovery, time to live, protection) is stored beside it.
import type { CloudContext } from '../context.ts';
import { defineHandler, type Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import { type TableInputs, tableInputs } from './inputs.ts';
import type { Journal } from './recovery/journal.ts';
import { rebuild, type Tables, toCreateTable } from './tables.ts';

interface TableService {
  /** Of DynamoDB while it runs. */
  readonly tables: () => Tables;
  readonly records: Collection<TableInputs>;
  readonly arnOf: (table: string) => string;
  readonly journal: Journal;
}

export function tableHandler({ region }: CloudContext, service: TableService): Handler {
  const { records, arnOf } = service;
  return defineHandler({
    type: 'aws:dynamodb/table:Table',
    inputs: tableInputs,
    replaceOn: ['name', 'hashKey', 'rangeKey'],
    autoname: 'name',
    async create(inputs, context) {
      const { name } = inputs;
      if (context.region !== region)
        throw new ServiceError('ValidationException', `the local DynamoDB is in ${region} only`);
      if (await service.tables().exists(name))
        throw new ServiceError('ResourceInUseException', `Table already exists: ${name}`);
      await service.tables().create(inputs, context.signal);
      records.set(name, inputs);
      startRecovery(service.journal, inputs);
      return { id: name, computed: { arn: arnOf(name) } };
    },
    async read(id) {
      const inputs = records.get(id);
      if (inputs === undefined || !(await service.tables().exists(id))) return undefined;
      return { inputs, computed: { arn: arnOf(id) } };
    },
    async update(id, inputs, old, { signal }) {
      const live = records.get(id) ?? old;
      if (JSON.stringify(toCreateTable(live)) !== JSON.stringify(toCreateTable(inputs)))
        await rebuild(service.tables(), inputs, live, signal);
      records.set(id, inputs);
      startRecovery(service.journal, inputs);
      return { arn: arnOf(id) };
    },
    async delete(id, _old, { signal }) {
      if (records.get(id)?.deletionProtectionEnabled === true)
        throw new ServiceError(
          'ValidationException',
          'Resource cannot be deleted as it is currently protected against deletion. ' +
            'Disable deletion protection first.',
        );
      await service.tables().delete(id, signal);
      records.delete(id);
      service.journal.forget(id);
    },
  });
}

/** Recovery reaches back to when it was switched on. */
function startRecovery(journal: Journal, { name, pointInTimeRecovery }: TableInputs): void {
  if (pointInTimeRecovery?.enabled === true) journal.begin(name);
  else journal.forget(name);
}
