// Record sets: aws:route53/record:Record. terraform-provider-aws, internal/service/route53/record.go.
import { canonical } from '@petstore/custom-domains/names';
import type { RecordArgs } from '@pulumi/aws/route53/record.js';
import { z } from 'zod';
import type { Dns } from '../dns/index.ts';
import { type Forms, text } from '../forms.ts';
import { defineHandler, type Handler } from '../resources/handler.ts';
import { argsOf, emulates, part } from '../schema.ts';
import { ServiceError } from '../service-error.ts';
import { acceptChange, type Change, fullName, zoneOf } from './change-batch.ts';

/** The types of records, and of aliases: HTTPS for CloudFront only, as change-batch.ts checks. */
const TYPES = ['A', 'AAAA', 'CNAME', 'HTTPS'] as const;

const recordInputs = argsOf<RecordArgs>()({
  zoneId: z.string().min(1).max(32),
  name: z.string(),
  type: emulates(TYPES, 'no program here declares such records'),
  ttl: z.int().min(0).max(2_147_483_647).optional(),
  records: z.array(z.string()).min(1).optional(),
  aliases: part<RecordArgs['aliases']>().optional(),
  allowOverwrite: z.boolean().default(false),
}).superRefine(({ type, ttl, records, aliases }, { addIssue }) => {
  const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
  if ((records === undefined) === (aliases === undefined))
    wrong('records', 'exactly one of `aliases`, `records` must be specified');
  if (aliases !== undefined && ttl !== undefined) wrong('ttl', 'conflicts with aliases');
  if (type === 'CNAME' && (records?.length ?? 0) > 1) wrong('records', 'a CNAME has one value');
});
export type RecordInputs = z.infer<typeof recordInputs>;

const canonicalName = text(canonical);

/** Values are returned as programs here send them. */
const recordForms: Forms = {
  rules: [
    // StateFunc of `name`.
    {
      input: 'name',
      served: canonicalName,
      same: (served, declared) => canonicalName(served) === canonicalName(declared),
    },
    { input: 'allowOverwrite', computed: true },
  ],
};

export function recordHandler(dns: Dns): Handler {
  const put = (inputs: RecordInputs, old?: RecordInputs) => {
    const zone = zoneOf(dns, inputs.zoneId);
    const name = fullName(inputs.name, zone);
    const replaces = replacedBy(inputs, name, old);
    if (inputs.records !== undefined && inputs.ttl === undefined) throw missingTtl(name, inputs.type);
    const served = acceptChange({ dns, zone, name, inputs, replaces } satisfies Change);
    const computed = { fqdn: name, name: canonical(inputs.name) };
    if (old !== undefined && old.type !== inputs.type) dns.deleteRecord('route53', recordId(old));
    dns.putRecord({
      ...{ id: recordId(inputs), provider: 'route53', zoneId: zone.id, name, type: inputs.type },
      ...{ value: served.map(({ value }) => value).join(', '), served, inputs, computed },
    });
    return computed;
  };
  return defineHandler<RecordInputs, { fqdn: string; name: string }>({
    type: 'aws:route53/record:Record',
    inputs: recordInputs,
    replaceOn: ['zoneId', 'name'],
    forms: recordForms,
    create: async (inputs) => ({ computed: put(inputs), id: recordId(inputs) }),
    // A change of the type happens in place and keeps the id, so the record is found by its last known type.
    read: async (id, _context, known) =>
      dns.record('route53', known === undefined ? id : recordId(known)) as
        | { inputs: RecordInputs; computed: { fqdn: string; name: string } }
        | undefined,
    update: async (_id, inputs, old) => put(inputs, old),
    delete: async (_id, old) => dns.deleteRecord('route53', recordId(old)),
  });
}

/**
 * The provider's rule (resourceRecordCreate of terraform-provider-aws, internal/service/route53/record.go): a record
 * set is a CREATE, which fails where the set exists already, or an UPSERT with `allowOverwrite`.
 * A record of the internet file cannot be replaced: it conflicts.
 */
function replacedBy(
  { type, allowOverwrite }: RecordInputs,
  name: string,
  old: RecordInputs | undefined,
): Change['replaces'] {
  if (old !== undefined) return { name, type: old.type };
  return allowOverwrite === true ? { name, type } : undefined;
}

function recordId({ zoneId, name, type }: RecordInputs): string {
  return `${zoneId}_${canonical(name)}_${type}`;
}

function missingTtl(name: string, type: string): ServiceError {
  const change = `[Action=CREATE, Name=${name}., Type=${type}, SetIdentifier=null]`;
  return new ServiceError('InvalidInput', `Invalid request: Missing field 'TTL' in Change with ${change}`);
}
