// The inputs of record sets.
import type { RecordArgs } from '@pulumi/aws/route53/record.js';
import { z } from 'zod';
import { RECORD_TYPES } from '../dns/rdata.ts';
import { argsOf, emulates } from '../schema.ts';

/** Alias records of type HTTPS: for CloudFront only, as change-batch.ts checks. */
const ALIAS_TYPES = ['A', 'AAAA', 'HTTPS'];
const TYPES = RECORD_TYPES.filter((type) => type !== 'SOA' && type !== 'DNAME');

export const recordInputs = argsOf<RecordArgs>()({
  zoneId: z.string().min(1).max(32),
  name: z.string().max(1024),
  type: emulates(TYPES, 'the local DNS has no such records'),
  ttl: z.int().min(0).max(2_147_483_647).optional(),
  records: z.array(z.string().max(4000)).min(1).optional(),
  aliases: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(1024),
        zoneId: z.string().min(1).max(32),
        evaluateTargetHealth: z.boolean(),
      }),
    )
    .length(1)
    .optional(),
  allowOverwrite: z.boolean().default(false),
}).superRefine(({ type, ttl, records, aliases }, { addIssue }) => {
  const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
  if ((records === undefined) === (aliases === undefined))
    wrong('records', 'exactly one of `aliases`, `records` must be specified');
  if (aliases !== undefined && ttl !== undefined) wrong('ttl', 'conflicts with aliases');
  if (aliases !== undefined && !ALIAS_TYPES.includes(type))
    wrong('type', 'aliases are A, AAAA or HTTPS here');
  if (type === 'CNAME' && (records?.length ?? 0) > 1) wrong('records', 'a CNAME has one value');
});
export type RecordInputs = z.infer<typeof recordInputs>;
