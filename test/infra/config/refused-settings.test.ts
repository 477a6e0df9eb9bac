// Zones, lists and numbers that are refused, each by its code and path.
import { expect, test } from 'vitest';
import { found, good, type Raw, ZONE_ID } from './stack.ts';

const VAULT = 'arn:aws:backup:eu-west-1:123456789012:backup-vault:petstore';
const zones = (more: Raw) => ({ 'petstore:zones': { ...(good['petstore:zones'] as Raw), ...more } });

test.each<[string, Raw, string | string[]]>([
  [
    'a zone that is not a valid name',
    zones({ 'pet store': { provider: 'route53' } }),
    'host-bad-character petstore:zones["pet store"]',
  ],
  [
    'a zone twice',
    zones({ 'Petstore.dev': { provider: 'route53' } }),
    'zone-declared-twice petstore:zones["Petstore.dev"]',
  ],
  [
    'a Cloudflare zone without its id',
    zones({ 'a.dev': { provider: 'cloudflare' } }),
    'missing-key petstore:zones["a.dev"].zoneId',
  ],
  [
    'a Cloudflare zone with a bad id',
    zones({ 'a.dev': { provider: 'cloudflare', zoneId: 'Z123' } }),
    'bad-zone-id petstore:zones["a.dev"].zoneId',
  ],
  [
    'a Route 53 zone with a bad id',
    zones({ 'a.dev': { provider: 'route53', zoneId: ZONE_ID } }),
    'bad-zone-id petstore:zones["a.dev"].zoneId',
  ],
  [
    'an account that is a number, whose leading zeros YAML drops',
    { 'aws:allowedAccountIds': [123456789012] },
    'bad-account aws:allowedAccountIds[0]',
  ],
  ['no account at all', { 'aws:allowedAccountIds': [] }, 'bad-value aws:allowedAccountIds'],
  [
    'no such DNS provider',
    zones({ 'a.dev': { provider: 'route 53' } }),
    'bad-choice petstore:zones["a.dev"].provider',
  ],
  [
    'a verified host that is not declared',
    { 'petstore:verified': ['x.partner.example'] },
    'verified-unknown petstore:verified[0]',
  ],
  [
    'a verified host in a zone',
    { 'petstore:verified': ['api.petstore.dev'] },
    'verified-in-zone petstore:verified[0]',
  ],
  [
    'a verified host twice',
    { 'petstore:verified': ['docs.partner.example', 'Docs.partner.example'] },
    'named-twice petstore:verified[1]',
  ],
  [
    'a removal that is still declared',
    { 'petstore:removals': ['api.petstore.dev'] },
    'removal-still-declared petstore:removals[0]',
  ],
  [
    'a host to move in that is not declared',
    { 'petstore:moving': ['new.petstore.dev'] },
    'moving-unknown petstore:moving[0]',
  ],
  [
    'a host to move in twice',
    { 'petstore:moving': ['api.petstore.dev', { host: 'API.petstore.dev' }] },
    'named-twice petstore:moving[1]',
  ],
  [
    'a host to adopt and to move in',
    { 'petstore:moving': ['api.petstore.dev'], 'petstore:adopt': ['api.petstore.dev'] },
    'moving-adopted petstore:moving[0]',
  ],
  [
    'an unknown key of a host to move in',
    { 'petstore:moving': [{ host: 'api.petstore.dev', from: 'x' }] },
    'unknown-key petstore:moving[0]',
  ],
  [
    'records of an old place that lead nowhere',
    { 'petstore:moving': [{ host: 'api.petstore.dev', replaces: 'CNAME a.example, TXT v=spf1' }] },
    'bad-replaces petstore:moving[0]',
  ],
  [
    'a host to adopt that is not declared',
    { 'petstore:adopt': ['new.petstore.dev'] },
    'adopt-unknown petstore:adopt[0]',
  ],
  [
    'a host to adopt twice',
    { 'petstore:adopt': ['api.petstore.dev', { host: 'API.petstore.dev', mapping: 'a1b2c3' }] },
    'named-twice petstore:adopt[1]',
  ],
  [
    'a host to adopt that is not a name',
    { 'petstore:adopt': ['api_1.dev'] },
    'host-bad-character petstore:adopt[0]',
  ],
  [
    'a host to adopt without a host',
    { 'petstore:adopt': [{ mapping: 'a1b2c3' }] },
    'host-empty petstore:adopt[0]',
  ],
  [
    'an unknown key of a host to adopt',
    { 'petstore:adopt': [{ host: 'api.petstore.dev', stage: 'v1' }] },
    'unknown-key petstore:adopt[0]',
  ],
  [
    'an id of another kind',
    { 'petstore:adopt': [{ host: 'petstore.example', distribution: 'd111.cloudfront.net' }] },
    'bad-adoption-id petstore:adopt[0]',
  ],
  ['too little memory', { 'petstore:function': { memoryMb: 127 } }, 'bad-number petstore:function.memoryMb'],
  ['a fraction', { 'petstore:function': { memoryMb: 512.5 } }, 'bad-number petstore:function.memoryMb'],
  [
    "a time limit above the gateway's",
    { 'petstore:function': { timeoutSeconds: 31 } },
    'bad-number petstore:function.timeoutSeconds',
  ],
  [
    'a negative concurrency',
    { 'petstore:function': { reservedConcurrency: -1 } },
    'bad-number petstore:function.reservedConcurrency',
  ],
  [
    'a rate above the quota',
    { 'petstore:throttling': { ratePerSecond: 10_001, burst: '5001' } },
    ['bad-number petstore:throttling.ratePerSecond', 'bad-number petstore:throttling.burst'],
  ],
  [
    'a retention that CloudWatch does not have',
    { 'petstore:logRetentionDays': 15 },
    'bad-choice petstore:logRetentionDays',
  ],
  ['too many shards', { 'petstore:shards': '101' }, 'bad-number petstore:shards'],
  ['a switch that is neither', { 'petstore:protect': 'no' }, 'bad-switch petstore:protect'],
  [
    'a preflight that is none of the three values',
    { 'petstore:preflight': 'no' },
    'bad-switch petstore:preflight',
  ],
  [
    'a topic that is not an ARN',
    { 'petstore:alarms': { topicArn: 'alarms' } },
    'bad-topic petstore:alarms.topicArn',
  ],
  ['an address without a domain', { 'petstore:alarms': { email: 'ops' } }, 'bad-email petstore:alarms.email'],
  [
    'a topic for CloudFront in another region than its own',
    { 'petstore:alarms': { edgeTopicArn: 'arn:aws:sns:eu-west-1:123456789012:a' } },
    'bad-topic petstore:alarms.edgeTopicArn',
  ],
  ['checks that are neither on nor off', { 'petstore:checks': 'often' }, 'bad-switch petstore:checks'],
  ['tracing that is neither on nor off', { 'petstore:tracing': 'some' }, 'bad-switch petstore:tracing'],
  [
    'a topic in another region',
    { 'petstore:alarms': { topicArn: 'arn:aws:sns:us-east-1:123456789012:a' } },
    'topic-elsewhere petstore:alarms.topicArn',
  ],
  ['a backup without a place', { 'petstore:backup': { days: 35 } }, 'backup-destination petstore:backup'],
  [
    'a backup in two places, one not valid, for no day',
    { 'petstore:backup': { region: 'Frankfurt', vault: VAULT, days: 0 } },
    [
      'bad-region petstore:backup.region',
      'bad-number petstore:backup.days',
      'backup-destination petstore:backup',
    ],
  ],
  ['a region that AWS does not have', { 'aws:region': 'eu-nowhere-1' }, 'bad-region aws:region'],
  [
    'a backup in such a region',
    { 'petstore:backup': { region: 'eu-central-9' } },
    'bad-region petstore:backup.region',
  ],
  [
    'a vault in such a region',
    { 'petstore:backup': { vault: VAULT.replace('eu-west-1', 'eu-central-9') } },
    'bad-region petstore:backup.vault',
  ],
  [
    'a backup in the region of the tables',
    { 'petstore:backup': { region: 'eu-west-1' } },
    'backup-beside-tables petstore:backup.region',
  ],
  [
    'a vault beside the tables',
    { 'aws:allowedAccountIds': ['123456789012'], 'petstore:backup': { vault: VAULT } },
    'backup-beside-tables petstore:backup.vault',
  ],
  ['a vault by its name', { 'petstore:backup': { vault: 'petstore' } }, 'bad-vault petstore:backup.vault'],
  [
    'an unknown key of a backup',
    { 'petstore:backup': { regoin: 'eu-central-1' } },
    'unknown-key petstore:backup.regoin',
  ],
  [
    'a boundary that is not the ARN of a policy',
    { 'petstore:permissionsBoundary': 'petstore-staging-boundary' },
    'bad-boundary petstore:permissionsBoundary',
  ],
  [
    'a boundary in another account',
    {
      'aws:allowedAccountIds': ['123456789012'],
      'petstore:permissionsBoundary': 'arn:aws:iam::210987654321:policy/petstore-staging-boundary',
    },
    'boundary-elsewhere petstore:permissionsBoundary',
  ],
  ['a TTL that is not a number', { 'petstore:ttl': '5m' }, 'bad-number petstore:ttl'],
  ['a TTL that Cloudflare refuses', { 'petstore:ttl': 59 }, 'ttl-refused petstore:ttl'],
  ['a TTL above its limit', { 'petstore:ttl': '86401' }, 'ttl-refused petstore:ttl'],
  [
    'such a TTL of one host, and of the others',
    { 'petstore:ttl': { default: 1, 'api.petstore.example': 59, 'api.petstore.dev': 0 } },
    ['ttl-refused petstore:ttl.default', 'ttl-refused petstore:ttl["api.petstore.example"]'],
  ],
  [
    'a TTL that DNS does not have',
    { 'petstore:ttl': { 'api.petstore.dev': 2_147_483_648 } },
    'bad-number petstore:ttl["api.petstore.dev"]',
  ],
  [
    'a TTL of a host that is not declared',
    { 'petstore:ttl': { 'apy.petstore.dev': 60, fallback: 60 } },
    ['ttl-unknown petstore:ttl["apy.petstore.dev"]', 'ttl-unknown petstore:ttl.fallback'],
  ],
  [
    'a TTL of a host with alias records',
    {
      'petstore:api': { primary: 'petstore.dev' },
      'petstore:docs': {},
      'petstore:ttl': { 'petstore.dev': 60 },
    },
    'ttl-of-alias petstore:ttl["petstore.dev"]',
  ],
  [
    'a TTL twice',
    { 'petstore:ttl': { 'api.petstore.dev': 60, 'API.petstore.dev.': 60 } },
    'named-twice petstore:ttl["API.petstore.dev."]',
  ],
  ['a TTL that is encrypted', { 'petstore:ttl': { secure: 'AAAB' } }, 'encrypted petstore:ttl'],
  ['a value that is encrypted', { 'petstore:plan': { secure: 'AAAB' } }, 'encrypted petstore:plan'],
  ['text for a structure', { 'petstore:docs': '{"primary"' }, 'bad-type petstore:docs'],
])('%s', (_, change, expected) => {
  expect(found(change)).toEqual([expected].flat());
});
