// Applications: aws:codedeploy/application:Application.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { applicationForms } from './form.ts';
import { type ApplicationInputs, applicationInputs } from './inputs.ts';
import type { ApplicationRecord, CodeDeployRecords } from './records.ts';

export function applicationHandler(
  { accountId }: CloudContext,
  { applications, groups }: CodeDeployRecords,
): Handler {
  const computedOf = ({ id, inputs }: ApplicationRecord, region: string) => ({
    arn: `arn:aws:codedeploy:${region}:${accountId}:application:${inputs.name}`,
    applicationId: id,
    linkedToGithub: false,
  });
  const put = (record: ApplicationRecord, region: string) => {
    applications.set(`${region}/${record.inputs.name}`, record);
    return computedOf(record, region);
  };
  const assertFree = ({ name }: ApplicationInputs, region: string) => {
    if (applications.get(`${region}/${name}`) !== undefined)
      throw new ServiceError('ApplicationAlreadyExistsException', `Application already exists: ${name}`);
  };
  return defineHandler({
    type: 'aws:codedeploy/application:Application',
    inputs: applicationInputs,
    replaceOn: ['computePlatform'],
    forms: applicationForms,
    autoname: 'name',
    async create(inputs, { region }) {
      assertFree(inputs, region);
      const record = { id: randomUUID(), inputs };
      // The provider's own id (resourceAppCreate in app.go).
      return { id: `${record.id}:${inputs.name}`, computed: put(record, region) };
    },
    async read(id, { region }) {
      // By the application's id, which a new name does not change; an import may give the name alone.
      const [given] = id.split(':');
      const here = applications.entries().filter(([key]) => key.startsWith(`${region}/`));
      const record = here.map(([, one]) => one).find((one) => one.id === given || one.inputs.name === given);
      if (record === undefined) return undefined;
      const computed = computedOf(record, region);
      const own = id.includes(':') ? id : `${record.id}:${record.inputs.name}`;
      return { id: own, inputs: record.inputs, computed };
    },
    async update(id, inputs, old, { region }) {
      if (inputs.name !== old.name) assertFree(inputs, region);
      applications.delete(`${region}/${old.name}`);
      return put({ id: id.split(':')[0] ?? '', inputs }, region);
    },
    async delete(_id, { name }, { region }) {
      applications.delete(`${region}/${name}`);
      // DeleteApplication deletes its deployment groups too.
      for (const [key] of groups.entries()) if (key.startsWith(`${region}/${name}/`)) groups.delete(key);
    },
  });
}
