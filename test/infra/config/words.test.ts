// The words of each problem: what is wrong, and the fix. Tests beside this one hold codes and paths, this one the text.
import { expect, test } from 'vitest';
import { formatProblems } from '../../../infra/config/problem.ts';
import { docs, good, problemsOf, type Raw, redirect, ZONE_ID } from './stack.ts';

const api = (more: Raw): Raw => ({ 'petstore:api': { ...(good['petstore:api'] as Raw), ...more } });
const zones = (more: Raw): Raw => ({ 'petstore:zones': { ...(good['petstore:zones'] as Raw), ...more } });
const domains = (...list: unknown[]): Raw => api({ domains: list });
const to = (...targets: unknown[]): Raw =>
  docs(targets.map((target, index) => ({ from: `w${index}.petstore.dev`, to: target, status: 301 })));

const REFUSED: readonly Raw[] = [
  { 'petstore:shard': 1, 'petsotre:plan': 'pro', shards: 1, 'petstore:zzz': 1 },
  api({ domans: [], zzz: 1 }),
  { 'aws:region': null, 'petstore:plan': 'Pro' },
  { 'aws:region': 'eu-west', 'petstore:plan': 'free' },
  { 'petstore:plan': null },
  { 'petstore:ttl': 59 },
  domains('api_v2.petstore.dev', '*.petstore.dev', 1.5, null, `${'a'.repeat(52)}.petstore.dev`),
  domains(
    'dev',
    '192.0.2.1',
    'https://a.petstore.dev',
    'a..petstore.dev',
    `${'a'.repeat(64)}.petstore.dev`,
    '',
  ),
  domains(
    'a.petstore.dev/guide',
    'a.petstore.dev:443',
    '-a.petstore.dev',
    'a.petstore.dev',
    'A.petstore.dev.',
  ),
  api({ domains: 'a.petstore.dev', redirects: { from: 'a' } }),
  { 'petstore:docs': { domains: ['docs.petstore.dev'] } },
  domains('petstore.example'),
  zones({ 'pet store': { provider: 'route53' }, 'Petstore.dev': { provider: 'route53' } }),
  zones({ 'a.dev': { provider: 'cloudflare' }, 'b.dev': { provider: 'cloudflare', zoneId: 'Z123' } }),
  zones({ 'a.dev': { provider: 'route53', zoneId: ZONE_ID }, 'b.dev': { provider: 'route 53' } }),
  zones({ 'a.dev': { provider: 'digitalocean' }, 'b.dev': {} }),
  { 'aws:allowedAccountIds': [123456789012] },
  { 'aws:allowedAccountIds': [] },
  { 'petstore:verified': ['x.partner.example', 'api.petstore.dev'] },
  { 'petstore:verified': ['docs.partner.example', 'Docs.partner.example'] },
  { 'petstore:removals': ['api.petstore.dev', 'gone.petstore.dev', 'gone.petstore.dev'] },
  { 'petstore:function': { memoryMb: 127, timeoutSeconds: 31, reservedConcurrency: -1 } },
  { 'petstore:function': { memoryMb: 512.5, architecture: 'arm' } },
  { 'petstore:throttling': { ratePerSecond: 10_001, burst: '5001' } },
  { 'petstore:logRetentionDays': 15, 'petstore:shards': '101' },
  { 'petstore:protect': 'no', 'petstore:preflight': 'no' },
  { 'petstore:alarms': { topicArn: 'alarms' } },
  { 'petstore:alarms': { topicArn: 'arn:aws:sns:us-east-1:123456789012:a' } },
  { 'petstore:ttl': { default: 1, 'api.petstore.example': 59, 'apy.petstore.dev': 60, 'x.org': '5m' } },
  { 'petstore:plan': { secure: 'AAAB' } },
  { 'petstore:docs': '{"primary"' },
  to(
    'petstore.com',
    'petstore.example/guide',
    'bad_host/guide',
    'http://petstore.example',
    'w4.petstore.dev',
  ),
  to('https://petstore.example/?a=b', 'https://me@petstore.example/', 'https://petstore.example/ a'),
  to('https://192.0.2.1/', 'https://[', 7),
  docs([redirect('petstore.example', 'https://petstore.com')]),
  docs([redirect('a.petstore.dev', 'b.petstore.dev'), redirect('b.petstore.dev', 'a.petstore.dev')]),
  docs([redirect('a.petstore.dev', 'b.petstore.dev'), redirect('b.petstore.dev', 'petstore.example')]),
  docs([
    redirect('w.petstore.dev', 'petstore.example', 303),
    { from: 'v.petstore.dev', to: 'petstore.example' },
  ]),
];

test('each says what is wrong, and what to do', async () => {
  const texts = REFUSED.map((change) => {
    const problems = problemsOf(change);
    expect(problems, JSON.stringify(change)).not.toEqual([]);
    for (const { what, fix } of problems) expect(`${what}${fix}`).not.toMatch(/undefined|\[object/);
    return formatProblems(JSON.stringify(change), problems);
  });
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('../../golden/config/problems.txt');
});
