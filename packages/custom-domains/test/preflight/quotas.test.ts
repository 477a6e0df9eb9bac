// Quotas: which hosts of a plan are beyond one, and what is said before.
import { expect, test } from 'vitest';
import { redirectGroup } from '../../src/names/redirect-status.ts';
import { type QuotaHost, quotaFindings } from '../../src/preflight/quotas.ts';

type Kind = 'api' | 'docs' | 'redirect';

const ZONE = { name: 'shop.example', provider: 'route53' } as const;
const hostOf = (kind: Kind, n: number, zone: QuotaHost['zone']): QuotaHost => ({
  host: `${kind}${n}.shop.example`,
  apex: false,
  zone,
  target: kind === 'api' ? 'gateway' : 'distribution',
  certificateRegion: kind === 'api' ? 'eu-central-1' : 'us-east-1',
  ...(kind === 'redirect' && { redirect: { to: 'https://shop.example' } }),
});
const hosts = (kind: Kind, count: number, zone: QuotaHost['zone'] = ZONE) =>
  Array.from({ length: count }, (_, n) => hostOf(kind, n, zone));

/** `severity amount of limit what, hosts`: each once, with the number of hosts that have it. */
function forecast(plan: readonly QuotaHost[], raised = {}, deployed: readonly QuotaHost[] = []) {
  const options = { raised, deployed: new Set(deployed.map(({ host }) => host)), setting: 'petstore:quotas' };
  const found = [...quotaFindings(plan, options).values()].flat();
  const texts = found.map((one) => {
    const text = one.found.replace('with this host the stack has ', '');
    return `${one.severity} ${one.severity === 'blocked' ? text.replace(/^\d+/, 'N') : text}`;
  });
  return [...new Set(texts)].map((text) => `${text}: ${texts.filter((one) => one === text).length}`);
}

const DISTRIBUTIONS = 'CloudFront distributions';
const NAMES = 'custom domain names of API Gateway in eu-central-1';

test.each([
  ['nothing is said of less than half', hosts('api', 59), []],
  ['half', hosts('api', 60), [`info 60 of 120 ${NAMES}: 1`]],
  ['four fifths', hosts('api', 96), [`warning 96 of 120 ${NAMES}: 1`]],
  ['all of it', hosts('api', 120), [`warning 120 of 120 ${NAMES}: 1`]],
  ['beyond it', hosts('api', 122), [`warning 120 of 120 ${NAMES}: 1`, `blocked N of 120 ${NAMES}: 2`]],
  ['the stack has a distribution of its own', hosts('docs', 249), [`info 250 of 500 ${DISTRIBUTIONS}: 1`]],
  [
    'a zone of its own, with two records for each host',
    hosts('api', 51, { name: 'shop.example', provider: 'cloudflare' }),
    ['info 102 of 200 records of shop.example: 1'],
  ],
  ['no records where the owner sets them', hosts('api', 51, { provider: 'external', verified: true }), []],
] as const)('%s', (_case, plan, expected) => {
  expect(forecast(plan)).toEqual(expected);
});

test('130 API hosts, 450 of the documentation and 700 redirects: what fits is not blocked', () => {
  const plan = [...hosts('api', 130), ...hosts('docs', 450), ...hosts('redirect', 700)];
  const isOfFunction = (text: string) => text.includes('of redirect function');
  const all = forecast(plan);
  // Their functions have room for them.
  expect(all.filter((text) => isOfFunction(text) && /^(warning|blocked)/.test(text))).toEqual([]);
  expect(all.filter((text) => !isOfFunction(text))).toEqual([
    `warning 120 of 120 ${NAMES}: 1`,
    `blocked N of 120 ${NAMES}: 10`,
    `warning 500 of 500 ${DISTRIBUTIONS}: 1`,
    `blocked N of 500 ${DISTRIBUTIONS}: 651`,
  ]);
  const raised = { 'L-24B04930': 3000, 'L-A93447B8': 300, 'distributions-of-a-function': 2000 };
  expect(forecast(plan, raised)).toEqual([]);
  expect(forecast(plan, {}, plan).filter((text) => text.startsWith('blocked'))).toEqual([]);
});

test('what is deployed keeps its place, wherever it is in the plan; the fix is a command and a setting', () => {
  const plan = hosts('api', 101, { name: 'shop.example', provider: 'cloudflare' });
  const options = { raised: {}, deployed: new Set(['api100.shop.example']), setting: 'petstore:quotas' };
  expect(quotaFindings(plan, options).get('api99.shop.example')?.at(-1)).toMatchObject({
    ...{ code: 'quota', severity: 'blocked' },
    fix: expect.stringContaining('petstore:quotas: { cloudflare-records: 300 }'),
  });
  const [one] = quotaFindings(hosts('api', 121), options).get('api120.shop.example') ?? [];
  expect(one?.fix).toBe(
    'raise it with aws service-quotas request-service-quota-increase --region eu-central-1 --service-code apigateway --quota-code L-A93447B8 --desired-value 200; then set petstore:quotas: { L-A93447B8: 200 }',
  );
});

test('redirects beyond those of one function: the quota is raised in the console, where it has no code for a command', () => {
  const ofOne = hosts('redirect', 2000).filter(({ host }) => redirectGroup(host) === 0);
  const plan = ofOne.slice(0, 101);
  expect(plan).toHaveLength(101);
  const findings = quotaFindings(plan, { raised: {}, deployed: new Set(), setting: 'petstore:quotas' });
  expect(findings.get(plan.at(-1)?.host ?? '')).toContainEqual(
    expect.objectContaining({
      severity: 'blocked',
      fix: expect.stringContaining('associated with a single function" in the console of Service Quotas'),
    }),
  );
});
