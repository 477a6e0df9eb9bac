// Every key of a stack's file, defined once: its schema, its defaults, the setting that it becomes, and its row in
// README. The schema, the settings and the JSON Schema for editors follow from this table, in its order.

import type { ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import { RECORD_TTL } from '@petstore/custom-domains/names';
import type * as z from 'zod';
import { type AdoptionSetting, adoptions, type MoveSetting, moves } from './host-entry.ts';
import { checkZoneNames, hosts, zoneName } from './name-schema.ts';
import { choice, flag, switchOf } from './scalars.ts';
import { WITH_OTHER_ISSUES } from './schema-problems.ts';
import * as service from './service-schema.ts';
import { siteSchema, siteSetting, zoneDeclaration, zones } from './site.ts';
import { type TtlSetting, ttl, ttlSetting } from './ttl.ts';

export type StackKind = 'production' | 'staging' | 'local';

/** The stacks `production` and `local` have defaults of their own; every other stack has those of staging. */
export function stackKind(stack: string): StackKind {
  return stack === 'production' || stack === 'local' ? stack : 'staging';
}

interface Key<Schema extends z.ZodType, Setting> {
  readonly schema: Schema;
  readonly preset?: (kind: StackKind) => Setting;
  /** The setting, where it is not the value as it is written, or the preset. */
  readonly build?: (written: z.output<Schema>, preset: Setting) => Setting;
  /** README's row: the default, and the meaning where it is not the description. None for a key that shares the row above it. */
  readonly row?: readonly [preset: string, meaning?: string];
}

function key<Schema extends z.ZodType, Setting = z.output<Schema>>(definition: Key<Schema, Setting>) {
  return definition;
}

type Filled<Schema extends z.ZodType, Preset> = Readonly<NonNullable<z.output<Schema>> & Preset>;

function mapping<Schema extends z.ZodType<object | undefined>, Preset extends object>(
  definition: Omit<Key<Schema, Preset>, 'build'>,
) {
  const build = (written: z.output<Schema>, preset: Preset) => ({ ...preset, ...written });
  return { ...definition, build } as unknown as Key<Schema, Filled<Schema, Preset>>;
}

const production = (kind: StackKind) => kind === 'production';
const PLANS = ['free', 'pro', 'enterprise'] as const;
const TLS = ['TLSv1.2_2021', 'TLSv1.2_2025', 'TLSv1.3_2025'] as const;

/** Every key that the program reads or checks; other keys of `aws:*` and `cloudflare:*` belong to their providers. */
export const KEYS = {
  'aws:region': key({ schema: service.region, row: ['required'] }),
  'aws:allowedAccountIds': key({
    schema: service.allowedAccountIds.optional(),
    build: (written): readonly string[] | undefined => written,
    row: ['any'],
  }),
  'petstore:plan': key({
    schema: choice('free: default addresses only. pro, enterprise: custom hosts.', PLANS).optional(),
    preset: (): (typeof PLANS)[number] => 'free',
    row: ['`free`'],
  }),
  'petstore:zones': key({
    schema: zones.superRefine(checkZoneNames, WITH_OTHER_ISSUES).optional(),
    // By name: the engine does not preserve the order in which a file has the keys of a mapping.
    build: (written): readonly ZoneDeclaration[] =>
      Object.entries(written ?? {})
        .map(([name, entry]) => zoneDeclaration(zoneName(name) ?? name, entry))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    row: [
      'none',
      '`name: { provider: cloudflare, zoneId }` or `{ provider: route53 }`; in another account with a [`role` or `tokenVariable`](docs/domains.md#zones-in-other-accounts)',
    ],
  }),
  'petstore:api': key({
    schema: siteSchema("The API's own hosts."),
    build: siteSetting('api'),
    row: ['none', '`primary`, `domains: [...]`, `redirects: [{ from, to, status }]`'],
  }),
  'petstore:docs': key({ schema: siteSchema("The documentation's own hosts."), build: siteSetting('docs') }),
  'petstore:verified': key({
    schema: hosts('A host in no zone.', 'Hosts in no zone whose DNS records were verified.').optional(),
    preset: (): readonly string[] => [],
    row: ['`[]`', 'external hosts whose DNS was verified (`npm run domains -- verify HOST --stack STACK`)'],
  }),
  'petstore:adopt': key({
    schema: adoptions.optional(),
    preset: (): readonly AdoptionSetting[] => [],
    row: ['`[]`', 'hosts that this account serves [already](docs/domains.md#hosts-that-are-live-already)'],
  }),
  'petstore:moving': key({
    schema: moves.optional(),
    preset: (): readonly MoveSetting[] => [],
    row: ['`[]`', 'hosts that are live [elsewhere](docs/domains.md#move-a-host-in)'],
  }),
  'petstore:removals': key({
    schema: hosts('A host that is no longer declared.', 'Hosts that production may remove.').optional(),
    preset: (): readonly string[] => [],
    row: ['`[]`'],
  }),
  'petstore:preflight': key({
    schema: switchOf<'on' | 'off' | 'strict'>(
      'on: a host that DNS or CAA blocks is left out, and everything else is deployed. strict: it ends the run before anything is created. off: live DNS is not read. For emergencies.',
      { true: 'on', false: 'off', on: 'on', off: 'off', strict: 'strict' },
      ['on', 'off', 'strict', true, false],
    ).optional(),
    preset: (): 'on' | 'off' | 'strict' => 'on',
    row: ['`on`'],
  }),
  'petstore:beta': key({
    schema: flag(
      'Whether the stack has the operations whose stability is beta, which each of their responses says.',
    ).optional(),
    preset: (): boolean => true,
    row: ['on'],
  }),
  'petstore:checks': key({
    schema: flag(
      'Whether every host is called from outside each five minutes, for about $0.50 a month. On in production.',
    ).optional(),
    preset: production,
    row: [
      'production: on',
      'each host is called [from outside](docs/operations.md#checks-from-outside) every five minutes, for about $0.50 a month',
    ],
  }),
  'petstore:tracing': key({
    schema: flag('Whether X-Ray traces the function: $5 for a million traces. Off by default.').optional(),
    preset: (): boolean => false,
    row: ['off'],
  }),
  'petstore:securityPolicy': key({
    schema: choice("CloudFront's security policy: what browsers need to speak, at least.", TLS).optional(),
    preset: (): (typeof TLS)[number] => 'TLSv1.2_2025',
    row: ['`TLSv1.2_2025`', "CloudFront's; `TLSv1.2_2021` for older clients, or `TLSv1.3_2025`"],
  }),
  'petstore:quotas': key({
    schema: service.quotas.optional(),
    preset: (): Readonly<Record<string, number | undefined>> => ({}),
    row: ["the providers' defaults", '[quotas](docs/scale.md) that were raised, such as `L-24B04930: 1000`'],
  }),
  'petstore:ttl': key({
    schema: ttl.optional(),
    preset: (): TtlSetting => ({ default: RECORD_TTL, hosts: {} }),
    build: ttlSetting,
    row: [
      '3600',
      "seconds that resolvers keep a routing record: a number, or `{ default: 3600, api.petstore.dev: 60 }`. Cloudflare: 60 to 86,400. ALIAS records have no TTL of their own: 60, their target's",
    ],
  }),
  'petstore:protect': key({
    schema: flag('Deletion protection of what holds data. On in production.').optional(),
    preset: production,
    row: ['on in production'],
  }),
  'petstore:permissionsBoundary': key({
    schema: service.permissionsBoundary.optional(),
    row: [
      'none',
      'ARN of the policy that limits the roles of the function and of its releases; [examples/bootstrap](examples/bootstrap/README.md) creates one for each stack',
    ],
  }),
  'petstore:function': mapping({
    schema: service.lambda.optional(),
    // Lambda allocates CPU in proportion to memory, and CPU bounds a cold start.
    preset: (kind) => ({ memoryMb: production(kind) ? 1024 : 512, timeoutSeconds: 10 }),
    row: ['1,024 MB in production, else 512; 10 s', '`memoryMb`, `timeoutSeconds`, `reservedConcurrency`'],
  }),
  'petstore:release': mapping({
    schema: service.release.optional(),
    preset: (kind) => ({ canaryPercent: production(kind) ? 10 : 0, minutes: 10 }),
    row: [
      '10 percent, 10 minutes in production; else 0',
      '`canaryPercent` (0: new code gets every call at once), `minutes`',
    ],
  }),
  'petstore:throttling': mapping({
    schema: service.throttling.optional(),
    preset: (kind) =>
      ({
        production: { ratePerSecond: 1000, burst: 500 },
        staging: { ratePerSecond: 100, burst: 50 },
        local: { ratePerSecond: 10_000, burst: 5000 },
      })[kind],
    row: ['1,000/s, 500 in production; 100/s, 50', '`ratePerSecond`, `burst`'],
  }),
  'petstore:logRetentionDays': key({
    schema: service.logRetentionDays.optional(),
    preset: (kind): number => ({ production: 90, staging: 14, local: 1 })[kind],
    row: ['90 in production, 14, local 1'],
  }),
  'petstore:shards': key({
    schema: service.shards.optional(),
    preset: (): number => 1,
    row: [
      '1',
      'partitions of the list for each status: each takes about 1,000 creates a second. It can grow but never shrink',
    ],
  }),
  'petstore:alarms': mapping({
    schema: service.alarms.optional(),
    preset: (kind) => ({ latencyMs: { production: 1000, staging: 2000, local: 5000 }[kind] }),
    row: [
      'nobody; 1,000 ms in production, else 2,000, local 5,000',
      'whom they reach: `email` (once the [links that SNS mails](docs/operations.md#alarms) are opened), `topicArn`, `edgeTopicArn` (in us-east-1); `latencyMs` (p99)',
    ],
  }),
  'petstore:backup': key({
    schema: service.backup.optional(),
    build: service.backupSetting,
    row: [
      'none',
      'a backup of the tables each day, [copied](docs/operations.md#backups-elsewhere) to another `region` or to the `vault` of another account, for 35 `days`',
    ],
  }),
};
