// Log groups of CloudWatch Logs: aws:cloudwatch/logGroup:LogGroup.
import type { LogGroupArgs } from '@pulumi/aws/cloudwatch/logGroup.js';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { argsOf, region, tags } from '../schema/args-of.ts';
import { ServiceError } from '../service-error.ts';
import { logGroupForms } from './form.ts';

/** Days; 0 keeps for ever. https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html */
const RETENTIONS = [
  0, 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const logGroupInputs = argsOf<LogGroupArgs>()({
  name: z
    .string()
    .min(1)
    .max(512)
    .regex(/^[.\-_/#A-Za-z0-9]+$/),
  region,
  retentionInDays: z
    .int()
    .refine((days) => RETENTIONS.includes(days), { message: `must be one of ${RETENTIONS.join(', ')}` })
    .default(0),
  logGroupClass: z.enum(['STANDARD', 'INFREQUENT_ACCESS', 'DELIVERY']).default('STANDARD'),
  kmsKeyId: z.string().max(256).optional(),
  deletionProtectionEnabled: z.boolean().default(false),
  skipDestroy: z.boolean().default(false),
  tags,
});

export function logGroupHandler({ accountId, store }: CloudContext): Handler {
  const groups = store.collection<z.infer<typeof logGroupInputs>>('logs/groups');
  const computedOf = (id: string, region: string) => ({
    arn: `arn:aws:logs:${region}:${accountId}:log-group:${id}`,
  });
  return defineHandler({
    type: 'aws:cloudwatch/logGroup:LogGroup',
    inputs: logGroupInputs,
    replaceOn: ['name', 'logGroupClass'],
    forms: logGroupForms,
    autoname: 'name',
    async create(inputs, { region }) {
      const { name } = inputs;
      const key = `${region}/${name}`;
      if (groups.get(key) !== undefined) {
        throw new ServiceError('ResourceAlreadyExistsException', 'The specified log group already exists');
      }
      groups.set(key, inputs);
      return { id: name, computed: computedOf(name, region) };
    },
    async read(id, { region }) {
      const inputs = groups.get(`${region}/${id}`);
      return inputs && { inputs, computed: computedOf(id, region) };
    },
    async update(id, inputs, _old, { region }) {
      groups.set(`${region}/${id}`, inputs);
      return computedOf(id, region);
    },
    async delete(id, old, { region }) {
      if (old.skipDestroy) return;
      if (groups.get(`${region}/${id}`)?.deletionProtectionEnabled === true) {
        throw new ServiceError('ValidationException', 'The log group is protected against deletion.');
      }
      groups.delete(`${region}/${id}`);
    },
  });
}
