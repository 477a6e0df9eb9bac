// Record sets: aws:route53/record:Record. terraform-provider-aws, internal/service/route53/record.go.
import { canonical } from '@petstore/custom-domains/names';
import type { Dns } from '../dns/index.ts';
import { type Forms, isPlain, sameSet, text } from '../forms.ts';
import { defineHandler, type Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { acceptChange, type Change, fullName, zoneOf } from './change-batch.ts';
import { type RecordInputs, recordInputs } from './inputs.ts';

const canonicalName = text(canonical);

/** The target's name in an alias. */
const canonicalTargets = (aliases: unknown) =>
  Array.isArray(aliases)
    ? aliases.map((alias) => (isPlain(alias) ? { ...alias, name: canonicalName(alias.name) } : alias))
    : aliases;

/** Values are returned as they were sent, with final dots and capitals. */
const recordForms: Forms = {
  rules: [
    // StateFunc of `name`. Otherwise it is read back unchanged: a relative name stays relative.
    {
      input: 'name',
      served: canonicalName,
      same: (served, declared) => canonicalName(served) === canonicalName(declared),
    },
    { input: 'records', same: sameSet },
    // StateFunc normalizeAliasDomainName, and SuppressEquivalentStringCaseInsensitive.
    {
      input: 'aliases',
      served: canonicalTargets,
      same: (served, declared) => sameSet(canonicalTargets(served), canonicalTargets(declared)),
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

/** The provider's import id: the zone's id, the name as given, the type. */
function recordId({ zoneId, name, type }: RecordInputs): string {
  return `${zoneId}_${canonical(name)}_${type}`;
}

function missingTtl(name: string, type: string): ServiceError {
  const change = `[Action=CREATE, Name=${name}., Type=${type}, SetIdentifier=null]`;
  return new ServiceError('InvalidInput', `Invalid request: Missing field 'TTL' in Change with ${change}`);
}
