// Settings that are refused: what a stack file has, and the problems by code and path; their wording is in one golden file.
// The JSON schema, which editors have, finds the same, but for the rows with `!`: those the parser alone can see.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { changed, flagged, problemsIn, type Raw, redirecting } from './stack.ts';

/** A change of a whole stack's config as YAML, where `null` takes a key out, and the problems that it has. */
const REFUSED = `
petstore:shard: 1 => unknown-key petstore:shard
shards: 1 => unknown-key shards
{ petstore:plann: pro, petstore:plan: free } => unknown-key petstore:plann
petstore:zzz: 1 => unknown-key petstore:zzz
petstore:api: { domans: [] } => unknown-key petstore:api.domans
petstore:api: { primary: null, primry: api.petstore.example }
  => unknown-key petstore:api.primry,
     redirect-target-unserved petstore:api.redirects[0].to
petstore:api: { primry: api_v2.petstore.dev } => unknown-key petstore:api.primry
! { petsotre:plan: pro, petstore:plan: free } => unknown-key petsotre:plan
petstore:docs: { redirects: [{ form: w.petstore.dev, to: petstore.example, status: 301 }] }
  => unknown-key petstore:docs.redirects[0].form
aws:region: null => missing-key aws:region
aws:region: eu-nowhere-1 => bad-region aws:region
aws:region: EU-West-1 => bad-region aws:region
aws:region: us-gov-west-1 => other-partition aws:region
! petstore:backup: { vault: arn:aws:backup:cn-north-1:123456789012:backup-vault:petstore }
  => other-partition petstore:backup.vault
petstore:alarms: { topicArn: arn:aws-us-gov:sns:us-gov-west-1:123456789012:a } => bad-topic petstore:alarms.topicArn
petstore:plan: Pro => bad-choice petstore:plan
! petstore:plan: free => plan-without-hosts petstore:plan
! petstore:plan: null => plan-without-hosts petstore:plan
petstore:plan: { secure: AAAB } => encrypted petstore:plan
petstore:api: { domains: [a.petstore.dev, api_v2.petstore.dev] }
  => host-bad-character petstore:api.domains[1]
petstore:api: { domains: ["*.petstore.dev"] } => host-wildcard petstore:api.domains[0]
petstore:api: { domains: [1.5] } => bad-type petstore:api.domains[0]
petstore:api: { domains: a.petstore.dev } => bad-type petstore:api.domains
petstore:api: { domains: [null] } => missing-key petstore:api.domains[0]
! petstore:api: { domains: [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.petstore.dev] }
  => host-too-long-for-certificate petstore:api.domains[0]
petstore:api: { domains: [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.petstore.dev] }
  => host-label-too-long petstore:api.domains[0]
petstore:api: { domains: [dev, 192.0.2.1, "https://a.petstore.dev", a..petstore.dev, ""] }
  => host-one-label petstore:api.domains[0], host-ip-address petstore:api.domains[1],
     host-url petstore:api.domains[2], host-empty-label petstore:api.domains[3],
     host-empty petstore:api.domains[4]
petstore:api: { domains: [-a.petstore.dev] } => host-bad-label petstore:api.domains[0]
! petstore:api: { domains: [a.petstore.dev, A.petstore.dev.] } => host-used-twice petstore:api.domains[1]
! petstore:api: { domains: [petstore.example] } => host-used-twice petstore:docs.primary
! petstore:docs: { primary: w.petstore.dev, redirects: [{ from: w.petstore.dev, to: petstore.example, status: 301 }] }
  => host-used-twice petstore:docs.redirects[0].from
! petstore:docs: { primary: null, domains: [docs.petstore.dev] } => primary-missing petstore:docs.primary
! petstore:docs: { primary: null, redirects: [{ from: w.petstore.dev, to: api.petstore.dev, status: 301 }] }
  => primary-missing petstore:docs.primary
! petstore:docs: { redirects: [{ from: w.petstore.dev, to: petstore.example, status: 301 },
    { from: w.petstore.dev, to: api.petstore.dev, status: 301 }] }
  => host-used-twice petstore:docs.redirects[1].from
! petstore:docs: { redirects: [{ from: a.petstore.dev, to: b.petstore.dev, status: 301 },
    { from: b.petstore.dev, to: "https://a.petstore.dev", status: 301 }] }
  => redirect-loop petstore:docs.redirects[0].to, redirect-loop petstore:docs.redirects[1].to
! petstore:docs: { redirects: [{ from: a.petstore.dev, to: "https://b.petstore.dev/x", status: 301 },
    { from: b.petstore.dev, to: petstore.example, status: 301 }] }
  => redirect-chain petstore:docs.redirects[0].to
petstore:docs: { redirects: [{ from: w.petstore.dev, to: petstore.example, status: 303 }] }
  => bad-choice petstore:docs.redirects[0].status
petstore:docs: '{"primary"' => bad-type petstore:docs
petstore:docs: { primary: [petstore.dev] } => bad-type petstore:docs.primary
petstore:zones: { pet store: { provider: route53 } } => host-bad-character petstore:zones["pet store"]
! petstore:zones: { Petstore.dev: { provider: route53 } }
  => zone-declared-twice petstore:zones["Petstore.dev"]
! { petstore:zones: { petstor.dev: { provider: route53 }, petstore.dev: null } }
  => zone-without-host petstore:zones["petstor.dev"]
petstore:zones: { a.dev: { provider: cloudflare } } => missing-key petstore:zones["a.dev"].zoneId
petstore:zones: { a.dev: { provider: cloudflare, zoneId: Z123 } }
  => bad-zone-id petstore:zones["a.dev"].zoneId
petstore:zones: { a.dev: { provider: route53, zoneId: 023e105f4ecef8ad9ca31a8372d0c353 } }
  => bad-zone-id petstore:zones["a.dev"].zoneId
petstore:zones: { a.dev: { provider: route53, role: "arn:aws:iam::210987654321:user/dns" } }
  => bad-role petstore:zones["a.dev"].role
petstore:zones:
  { a.dev: { provider: cloudflare, zoneId: 023e105f4ecef8ad9ca31a8372d0c353, tokenVariable: AWS_SECRET_ACCESS_KEY } }
  => bad-token-variable petstore:zones["a.dev"].tokenVariable
petstore:zones: { a.dev: { provider: digitalocean }, b.dev: {} }
  => bad-choice petstore:zones["a.dev"].provider, bad-choice petstore:zones["b.dev"].provider
aws:allowedAccountIds: [123456789012] => bad-account aws:allowedAccountIds[0]
aws:allowedAccountIds: [] => bad-value aws:allowedAccountIds
petstore:verified: a.dev, b.dev => bad-type petstore:verified
! petstore:verified: [x.partner.example] => verified-unknown petstore:verified[0]
! petstore:verified: [api.petstore.dev] => verified-in-zone petstore:verified[0]
! petstore:verified: [docs.partner.example, Docs.partner.example] => named-twice petstore:verified[1]
! petstore:removals: [api.petstore.dev] => removal-still-declared petstore:removals[0]
petstore:removals: [gone.petstore.dev, gone.petstore.dev] => named-twice petstore:removals[1]
! petstore:moving: [new.petstore.dev] => moving-unknown petstore:moving[0]
! { petstore:moving: [api.petstore.dev], petstore:adopt: [api.petstore.dev] }
  => moving-adopted petstore:moving[0]
petstore:moving: [{ host: api.petstore.dev, replaces: "CNAME a.example, TXT v=spf1" }]
  => bad-replaces petstore:moving[0].replaces
! petstore:adopt: [new.petstore.dev] => adopt-unknown petstore:adopt[0]
petstore:adopt: [api_1.dev] => host-bad-character petstore:adopt[0].host
petstore:adopt: [{ mapping: a1b2c3 }] => missing-key petstore:adopt[0].host
petstore:adopt: [{ host: api.petstore.dev, stage: v1 }] => unknown-key petstore:adopt[0].stage
petstore:adopt: [{ host: petstore.example, distribution: d111.cloudfront.net }]
  => bad-adoption-id petstore:adopt[0].distribution
petstore:function: { memoryMb: 512.5, architecture: arm }
  => bad-number petstore:function.memoryMb, unknown-key petstore:function.architecture
petstore:function: { reservedConcurrency: -1 } => bad-number petstore:function.reservedConcurrency
petstore:throttling: { ratePerSecond: 10001, burst: "5001" }
  => bad-number petstore:throttling.ratePerSecond, bad-number petstore:throttling.burst
petstore:logRetentionDays: 15 => bad-choice petstore:logRetentionDays
! petstore:shards: "101" => bad-number petstore:shards
petstore:preflight: "no" => bad-switch petstore:preflight
petstore:alarms: { topicArn: alarms } => bad-topic petstore:alarms.topicArn
! petstore:alarms: { topicArn: arn:aws:sns:us-east-1:123456789012:a }
  => topic-elsewhere petstore:alarms.topicArn
petstore:alarms: { edgeTopicArn: arn:aws:sns:eu-west-1:123456789012:a }
  => bad-topic petstore:alarms.edgeTopicArn
petstore:alarms: { email: ops } => bad-email petstore:alarms.email
! petstore:backup: { days: 35 } => backup-destination petstore:backup
petstore:backup: { region: Frankfurt, vault: arn:aws:backup:eu-west-1:123456789012:backup-vault:petstore, days: 0 }
  => bad-region petstore:backup.region, bad-number petstore:backup.days, backup-destination petstore:backup
! petstore:backup: { region: eu-west-1 } => backup-beside-tables petstore:backup.region
petstore:backup: { vault: petstore } => bad-vault petstore:backup.vault
! petstore:backup: { vault: arn:aws:backup:eu-central-9:123456789012:backup-vault:petstore }
  => bad-region petstore:backup.vault
! { aws:allowedAccountIds: ["123456789012"],
  petstore:backup: { vault: arn:aws:backup:eu-west-1:123456789012:backup-vault:petstore } }
  => backup-beside-tables petstore:backup.vault
petstore:backup: { regoin: eu-central-1 }
  => unknown-key petstore:backup.regoin, backup-destination petstore:backup
petstore:permissionsBoundary: petstore-staging-boundary => bad-boundary petstore:permissionsBoundary
! { aws:allowedAccountIds: ["123456789012"],
  petstore:permissionsBoundary: arn:aws:iam::210987654321:policy/petstore-staging-boundary }
  => boundary-elsewhere petstore:permissionsBoundary
! { aws:profile: x, aws:assumeRoles: [{ roleArn: a }], petstore:release: { minutes: 4 } }
  => release-credentials aws:profile, release-credentials aws:assumeRoles, release-too-short petstore:release.minutes
petstore:ttl: 5m => bad-number petstore:ttl
! petstore:ttl: 59 => ttl-refused petstore:ttl
! petstore:ttl: { default: 1, api.petstore.example: 59, api.petstore.dev: 0 }
  => ttl-refused petstore:ttl.default, ttl-refused petstore:ttl["api.petstore.example"]
petstore:ttl: { api.petstore.dev: 2147483648 } => bad-number petstore:ttl["api.petstore.dev"]
petstore:ttl: { apy.petstore.dev: 60, fallback: 60 }
  => ttl-unknown petstore:ttl["apy.petstore.dev"], ttl-unknown petstore:ttl.fallback
! { petstore:api: { primary: petstore.dev }, petstore:docs: { primary: null, domains: null },
  petstore:ttl: { petstore.dev: 60 } }
  => redirect-target-unserved petstore:api.redirects[0].to, ttl-of-alias petstore:ttl["petstore.dev"]
! petstore:ttl: { api.petstore.dev: 60, API.petstore.dev.: 60 }
  => named-twice petstore:ttl["API.petstore.dev."]
petstore:ttl: { secure: AAAB } => encrypted petstore:ttl
`;

/** Changes without a problem, also for the schema: text from Pulumi, other spellings of a name, other namespaces. */
const ACCEPTED = `
{}
{ petstore:shards: "4", petstore:protect: "true", petstore:preflight: strict }
{ petstore:shards: 4, petstore:protect: true, petstore:logRetentionDays: "30" }
{ petstore:ttl: { default: "300", API.petstore.dev: 60 } }
{ petstore:docs: { domains: [A.Petstore.Dev., bücher.petstore.dev] } }
{ cloudflare:apiToken: { secure: AAAB }, aws:assumeRoles: [], aws:profile: x, petstore:release: { canaryPercent: 0, minutes: 4 } }
{ petstore:permissionsBoundary: "arn:aws:iam::123456789012:policy/petstore-staging-boundary" }
{ petstore:backup: { region: eu-central-1, days: "35" } }
{ petstore:backup: { vault: "arn:aws:backup:eu-west-1:210987654321:backup-vault:petstore" } }
{ aws:allowedAccountIds: ["012345678901"] }
{ petstore:zones: { petstor.dev: { provider: route53 }, other.example: { provider: route53 } } }
{ petstore:plan: free, petstore:api: null, petstore:docs: { primary: null, domains: [] } }
{ aws:region: me-west-1, petstore:backup: { region: sa-west-1 } }
`;

/** The target of a redirect of the docs site, and the code of the problem at its `to`. */
const TARGETS: readonly [to: unknown, code: string][] = [
  ['elsewhere.org', '! redirect-target-unserved'],
  ['w.petstore.dev', '! redirect-loop'],
  ['https://w.petstore.dev/a', '! redirect-loop'],
  ['petstore.example/guide', 'host-needs-https'],
  ['bad_host/guide', 'host-bad-character'],
  ['http://petstore.example', 'host-needs-https'],
  ['https://petstore.example/?a=b', 'host-bad-url'],
  ['https://me@petstore.example/', 'host-bad-url'],
  ['https://petstore.example/ a', 'host-bad-url'],
  ['https://[', '! host-bad-url'],
  ['https://192.0.2.1/', '! host-ip-address'],
  [7, 'bad-type'],
];

function caseOf(name: string, config: Raw, expected: string) {
  const [isForParserAlone, text] = expected.startsWith('! ') ? [true, expected.slice(2)] : [false, expected];
  return { name, config, problems: text.split(/,\s+/), isForParserAlone };
}

const rows = REFUSED.trim()
  .split(/\n(?=\S)/)
  .map((row) => row.split(/\s+=> /) as [string, string])
  .map(([given, expected]) => {
    const [mark, text] = given.startsWith('! ') ? ['! ', given.slice(2)] : ['', given];
    return caseOf(text, changed(parse(text)), mark + expected);
  });
const targets = TARGETS.map(([to, code]) =>
  caseOf(`to ${to}`, changed(redirecting('w.petstore.dev', to)), `${code} petstore:docs.redirects[0].to`),
);
const CASES = [...rows, ...targets];

test.each(CASES)('$name', ({ config, problems, isForParserAlone }) => {
  expect(problemsIn(config).map(({ code, path }) => `${code} ${path}`)).toEqual(problems);
  expect(flagged(config).length === 0).toBe(isForParserAlone);
});

test.each(ACCEPTED.trim().split('\n'))('%s is accepted', (change) => {
  const config = changed(parse(change));
  expect(problemsIn(config)).toEqual([]);
  expect(flagged(config)).toEqual([]);
});

test('each problem says what is wrong, and what to do', async () => {
  const problems = CASES.flatMap(({ config }) => problemsIn(config));
  const byCode = Object.groupBy(problems, ({ code }) => code);
  const golden = Object.keys(byCode)
    .sort()
    .map((code) => {
      const texts = (byCode[code] ?? []).map(({ what, fix }) => `  ${what}\n    ${fix}\n`);
      return `${code}\n${[...new Set(texts)].sort().join('')}`;
    })
    .join('');
  expect(golden).not.toMatch(/undefined|\[object/);
  await expect(golden).toMatchFileSnapshot('../../golden/config/problems.txt');
});
