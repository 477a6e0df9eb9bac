// Route 53 as a DNS host. Last verified 2026-11.
import { canonical } from '../../names/dns-name.ts';
import { type Command, command } from '../../output/words.ts';
import type { DnsHost, LookUp, Protection, RecordType, ReplacedRecords, ZoneFields } from '../descriptor.ts';
import { ok, unknown, wrong } from '../descriptor.ts';

const record: RecordType = {
  type: 'aws:route53/record:Record',
  // An alias record has no TTL of its own.
  read({ name = '', records, aliases, ttl }: RecordProperties) {
    const value = records?.[0] ?? aliases?.[0]?.name ?? '';
    return { name: canonical(name), value: canonical(value), ttl };
  },
};

type RecordProperties = Readonly<
  Partial<{ name: string; records: readonly string[]; aliases: readonly { name: string }[]; ttl: number }>
>;

type HostedZone = Readonly<{ Id: string; Name: string; Config?: { readonly PrivateZone?: boolean } }>;
interface Output {
  readonly HostedZones?: readonly HostedZone[];
  readonly NextMarker?: string;
  readonly HostedZone: HostedZone;
  readonly DelegationSet?: { readonly NameServers?: readonly string[] };
  readonly ResourceRecordSetProtections?: readonly Readonly<
    Record<'RecordName' | 'RecordType', string> & { Comment?: string }
  >[];
  readonly NextToken?: string;
}

/** By the provider's own calls: a role for one zone may have the right to no others. */
const lookUp: LookUp = async ({ name, zoneId, role }, { aws }) => {
  const call = (method: string, input: object) =>
    aws<Output>('client-route-53', 'Route53', method, input, role);
  const isMeant = ({ Name, Config }: HostedZone) => canonical(Name) === name && !Config?.PrivateZone;
  const { HostedZones = [], NextMarker } = zoneId === undefined ? await call('listHostedZones', {}) : {};
  if (NextMarker) return unknown('the account has more than 100 hosted zones', 'name the zone by its zoneId');
  const [Id = zoneId, another] = HostedZones.filter(isMeant).map((one) => one.Id);
  const fix = 'create it, name one by its zoneId, or use credentials of its account';
  if (Id === undefined || another) return wrong('no hosted zone, or more than one, is meant', fix);
  const { HostedZone: zone, DelegationSet, body } = await call('getHostedZone', { Id });
  if (!isMeant(zone)) return wrong(`${Id} is no public zone of that name: ${zone.Name}`, fix);
  const records = await protectionsOf(Id, call).catch(({ message }: Error) => message);
  const protections = typeof records === 'string' ? records : [...records, ...guardrailsOf(Id, body)];
  const nameServers = (DelegationSet?.NameServers ?? []).map(canonical);
  return { ...ok(`at Route 53, ${Id}`), nameServers, protections };
};

/** Of 300 protections each (API reference, ListResourceRecordSetProtections). */
const MOST_PAGES = 20;

async function protectionsOf(
  HostedZoneId: string,
  call: (method: string, input: object) => Promise<Output>,
): Promise<Protection[]> {
  const all: Protection[] = [];
  let NextToken: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found = await call('listResourceRecordSetProtections', { HostedZoneId, NextToken });
    const { ResourceRecordSetProtections: more = [] } = found;
    for (const { RecordName, RecordType: type, Comment: comment } of more) {
      const name = canonical(RecordName);
      all.push({ name, type, comment, lift: liftCommand(HostedZoneId, name, type) });
    }
    NextToken = found.NextToken;
    if (!NextToken) return all;
  }
  throw new Error(`${HostedZoneId} has more protections than were read`);
}

// Those that look at deletions. Under a delegation (NS_OCCLUSION_CHECK) a record is delegated away; the others look at NS records.
const OF_DELETIONS: Readonly<Record<string, Readonly<Record<'refuses' | 'first', string>>>> = {
  ACTIVE_RECORD_CHECK: { refuses: 'a record that is still queried', first: 'wait until nothing queries it' },
  ALIAS_TARGET_CHECK: {
    refuses: 'a record that an alias record of the zone points to',
    first: 'delete that alias record first',
  },
};

/** HostedZone, `Features`: client-route-53 3.1169.0 knows no ChangeGuardrails there, botocore 1.44.8 (2026-11-20) does. */
function guardrailsOf(zoneId: string, body: string): Protection[] {
  return Object.entries(OF_DELETIONS).flatMap(([guardrail, texts]) => {
    const isOn = new RegExp(`<Name>${guardrail}</Name>\\s*<Status>ENABLED<`).test(body);
    return isOn ? [{ guardrail, ...texts, lift: offCommand(zoneId, guardrail) }] : [];
  });
}

const zoneOption = (zoneId: string) => command`--hosted-zone-id ${zoneId.replace('/hostedzone/', '')}`;

function liftCommand(zoneId: string, name: string, type: string): Command {
  return command`aws route53 delete-resource-record-set-protections ${{ line: zoneOption(zoneId) }} --protections ${`RecordName=${name},RecordType=${type}`}`;
}

function offCommand(zoneId: string, guardrail: string): Command {
  return command`aws route53 update-hosted-zone-features ${{ line: zoneOption(zoneId) }} --change-guardrails ${`Name=${guardrail},Status=DISABLED`}`;
}

const PROTECTED =
  'its name and type are protected in Route 53, where nobody can change them: ask who protected them, and lift it for the deployment';
const GUARDED =
  'a change guardrail of the hosted zone refused it, which the message names with what to do first: do that, or turn it off for the deployment';
const GUARDRAIL = /InvalidChangeBatch.*\b((?:NS|ALIAS|ACTIVE)_[A-Z_]+_CHECK)\b/s;

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
  // Developer guide, "Quotas": records in a hosted zone.
  zoneRecords: 10_000,
  // What else Route 53 refuses, the provider's message names with its record. Developer guide, "Protecting records from changes" and
  // "Change Guardrails for hosted zones" (November 2026): both are InvalidChangeBatch.
  refusals: [
    {
      reason: 'GUARDRAIL',
      type: record.type,
      error: GUARDRAIL,
      meaning: GUARDED,
      advice: ({ error, inputs: { zoneId } }) =>
        `${GUARDED}: ${offCommand(String(zoneId), GUARDRAIL.exec(error)?.[1] ?? '')}`,
    },
    {
      reason: 'RECORD_PROTECTED',
      type: record.type,
      error: /InvalidChangeBatch.*\bprotect(ed|ion)/is,
      meaning: PROTECTED,
      advice: ({ inputs: { zoneId, name, type } }) =>
        `${PROTECTED}: ${liftCommand(String(zoneId), canonical(String(name)), String(type))}`,
    },
  ],
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
  lookUp,
  hasProtections: true,
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

/** A batch is applied whole, or not at all (API reference, ChangeResourceRecordSets). None of alias records, or at an apex. */
function replaceCommands({ name, zoneId }: ZoneFields, { host, apex, old, target, ttl }: ReplacedRecords) {
  const hasAlias = old.some(({ type, value }) => type !== 'CNAME' && !/^[\d.]+$|:/.test(value));
  if (apex || hasAlias) return [];
  const change = (Action: string, all: readonly { type: string; value: string; ttl?: number }[]) => {
    const [{ type: Type, ttl: TTL } = {}] = all;
    const ResourceRecords = all.map(({ value: Value }) => ({ Value }));
    return { Action, ResourceRecordSet: { Name: host, Type, TTL, ResourceRecords } };
  };
  const types = [...new Set(old.map(({ type }) => type))];
  const deletions = types.map((type) =>
    change(
      'DELETE',
      old.filter((one) => one.type === type),
    ),
  );
  const Changes = [...deletions, change('CREATE', [{ type: 'CNAME', value: target, ttl }])];
  const byName = command`aws route53 list-hosted-zones-by-name --dns-name ${name} --max-items 1 --query 'HostedZones[0].Id' --output text`;
  const id = zoneId === undefined ? command`"$(${{ line: byName }})"` : command`${zoneId}`;
  return [
    command`aws route53 change-resource-record-sets --hosted-zone-id ${{ line: id }} --change-batch ${JSON.stringify({ Changes })}`,
  ];
}
