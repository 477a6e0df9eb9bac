// Route 53 as a DNS host: what is known of it without its API. Last verified 2026-11.
import { canonical } from '../../names/dns-name.ts';
import { command } from '../../output/words.ts';
import type { DnsHost, RecordType, ReplacedRecords, ZoneFields } from '../descriptor.ts';

const record: RecordType = {
  type: 'aws:route53/record:Record',
  // An alias record has no TTL of its own.
  read({ name = '', records, aliases, ttl }: RecordProperties) {
    const value = records?.[0] ?? aliases?.[0]?.name ?? '';
    return { name: canonical(name), value: canonical(value), ttl };
  },
};

interface RecordProperties {
  readonly name?: string;
  readonly records?: readonly string[];
  readonly aliases?: readonly { readonly name: string }[];
  readonly ttl?: number;
}

export const route53 = {
  id: 'route53',
  title: 'Route 53',
  zone: {
    zoneId: {
      required: false,
      pattern: '^Z[0-9A-Z]{1,31}$',
      description: 'Looked up among the public zones where absent.',
      refusal: {
        code: 'bad-zone-id',
        what: 'is not a Route 53 hosted zone id',
        fix: 'write it like Z0123456789ABCDEFGHIJ, or leave it out to have it looked up',
      },
    },
    role: {
      required: false,
      // IAM, CreateRole: a path, and a name of at most 64 characters.
      pattern: '^arn:aws(-[a-z]+)*:iam::[0-9]{12}:role/([!-~]{1,510}/)?[A-Za-z0-9_+=,.@-]{1,64}$',
      description: 'A role that the deployment assumes for this zone: for a zone in another account.',
      refusal: {
        code: 'bad-role',
        what: "is not a role's ARN",
        fix: 'write it like arn:aws:iam::123456789012:role/dns, or leave it out for a zone in the account itself',
      },
    },
  },
  nameServers: [/\.awsdns(-\d+)?\.[a-z.]+$/],
  // Route 53 developer guide, "Choosing between alias and non-alias records": alias records can be at the apex.
  apex: 'alias',
  // API reference, ResourceRecordSet, `TTL`.
  ttl: { range: [0, 2_147_483_647], because: "Route 53's limits" },
  // What Route 53 refuses, the provider's message names with its record: there is nothing to add.
  refusals: [],
  record,
  existingValidation: 'overwritten',
  // Where the type changes, the provider deletes and creates in one change batch (resourceRecordUpdate of terraform-provider-aws,
  // internal/service/route53/record.go).
  replacedBy(apex, { type, special }) {
    if (special !== undefined) return undefined;
    if (!apex) return 'routingRecord';
    return ({ A: 'routingRecordA', AAAA: 'routingRecordAaaa' } as const)[type];
  },
  replaceCommands,
  account: ({ role }) => (role === undefined ? undefined : { name: roleName(role) }),
  pulumi: async () => {
    const { route53Dns, route53Provider } = await import('./records.ts');
    return { adapter: route53Dns, provider: route53Provider };
  },
} as const satisfies DnsHost;

/** `123456789012-dns/petstore`: a URN's parts are separated by `::`, which an ARN has too. */
function roleName(arn: string): string {
  const [, , , , account, resource = ''] = arn.split(':');
  return `${account}-${resource.replace('role/', '')}`;
}

/**
 * API reference, ChangeResourceRecordSets: a batch is applied whole, or not at all. None where the command cannot be known: of
 * alias records, or at an apex.
 */
function replaceCommands({ name, zoneId }: ZoneFields, { host, apex, old, target, ttl }: ReplacedRecords) {
  const hasAlias = old.some(({ type, value }) => type !== 'CNAME' && !/^[\d.]+$|:/.test(value));
  if (apex || hasAlias) return [];
  const change = (Action: string, Type: string, TTL: number | undefined, values: readonly string[]) => ({
    Action,
    ResourceRecordSet: { Name: host, Type, TTL, ResourceRecords: values.map((Value) => ({ Value })) },
  });
  const deletions = [...new Set(old.map(({ type }) => type))].map((type) => {
    const set = old.filter((one) => one.type === type);
    const values = set.map(({ value }) => value);
    return change('DELETE', type, set[0]?.ttl, values);
  });
  const Changes = [...deletions, change('CREATE', 'CNAME', ttl, [target])];
  const byName = command`aws route53 list-hosted-zones-by-name --dns-name ${name} --max-items 1 --query 'HostedZones[0].Id' --output text`;
  const id = zoneId === undefined ? command`"$(${{ line: byName }})"` : command`${zoneId}`;
  return [
    command`aws route53 change-resource-record-sets --hosted-zone-id ${{ line: id }} --change-batch ${JSON.stringify({ Changes })}`,
  ];
}
