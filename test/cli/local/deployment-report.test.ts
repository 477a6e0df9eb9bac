// A deployment in the terminal: a line for each host, in a person's words, and every failure with its fix.
import type { Change, Deployment } from '@petstore/local-cloud/engine/deployment';
import { expect, test } from 'vitest';
import { reportChange } from '../../../cli/local/deployment-report.ts';
import { localLog, reportLeftOut } from '../../../cli/local/local-log.ts';
import { planHost } from '../../../infra/plan/plan-stack.ts';
import { screen } from './screen.ts';

const URN = 'urn:pulumi:local::petstore::custom-domains:index:CustomHost';
function change(host: string, action: Change['action'], type: string, name = `${host}-x`): Change {
  return { urn: `${URN}$${type}::${name}`, type, name, parent: `${URN}::${host}`, action };
}
const CERTIFICATE = 'aws:acm/certificate:Certificate';
const ISSUED = 'aws:acm/certificateValidation:CertificateValidation';
const DOMAIN = 'aws:apigatewayv2/domainName:DomainName';
const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';
const RECORD = 'aws:route53/record:Record';
const host = 'a.localhost';
const ttl = { default: 3600, hosts: {} };
const context = { region: 'eu-west-1', zones: [], verified: [], adopt: [], moving: [], ttl };
const zones = [{ name: host, provider: 'route53' }] as const;
const plan = planHost({ host, site: 'api', role: 'domain' }, { ...context, zones });
const external = planHost({ host, site: 'docs', role: 'domain' }, context);

function reported(changes: readonly Change[], more: Partial<Deployment> = {}, declared = plan): string[] {
  const out = screen();
  const deployment = { outputs: {}, changes, failures: [], error: undefined, ...more };
  reportChange(out, deployment, new Map([[host, declared]]), 1234);
  return out.lines.map((line) => line.replace(/ {2,}/g, '  '));
}
/** The same change of each of these resources of the host. */
const all = (of: string, action: Change['action'], ...types: (string | [string, string])[]) =>
  types.map((type) => (typeof type === 'string' ? change(of, action, type) : change(of, action, ...type)));
const alarm = (name: string, action: Change['action'] = 'create') =>
  change('host-alarm', action, 'aws:cloudwatch/metricAlarm:MetricAlarm', `host-alarm-${name}`);
const policy = (name: string) => change('backup', 'create', 'aws:iam/policy:Policy', name);
const panel = change('panel', 'update', 'aws:cloudwatch/dashboard:Dashboard', 'panel');
const NEW = all(host, 'create', CERTIFICATE, ISSUED, DOMAIN, [RECORD, `${host}-validation`]);

test.each<[string, readonly Change[], readonly string[], typeof plan?]>([
  [
    'a new host',
    [...NEW, change(host, 'create', RECORD, `${host}-route`)],
    [`+ ${host}  certificate issued · attached · CNAME set`],
  ],
  [
    'at an apex, its two records are one step',
    all(host, 'create', [RECORD, `${host}-route-a`], [RECORD, `${host}-route-aaaa`]),
    [`+ ${host}  ALIAS set`],
  ],
  [
    'a host of a lost state, which is adopted',
    [...all(host, 'import', CERTIFICATE, DOMAIN, [RECORD, `${host}-route`]), ...all(host, 'create', ISSUED)],
    [`~ ${host}  taken over`],
  ],
  [
    'a removed host, which is no longer in the plan',
    all('old.localhost', 'delete', [RECORD, 'old.localhost-route'], DISTRIBUTION, CERTIFICATE),
    ['- old.localhost  CNAME removed · detached · certificate deleted'],
  ],
  [
    'another component, and a host with a change that has no word: the resources by name',
    [
      change('api', 'update', 'aws:lambda/function:Function', 'api-function'),
      change('api', 'create', 'aws:lambda/permission:Permission', 'api-permission'),
      change(host, 'replace', 'aws:apigatewayv2/apiMapping:ApiMapping', 'mapping'),
    ],
    ['~ api  function updated · permission created', `~ ${host}  mapping replaced`],
  ],
  [
    'many resources are counted, and a name is not said twice',
    [alarm('a'), alarm('b'), alarm('c'), alarm('old', 'delete'), panel, policy('a'), policy('b')],
    ['~ host-alarm  3 created · 1 deleted', '~ panel  updated', '+ backup  a created · b created'],
  ],
  [
    'an external host that is not verified: a certificate that waits, and no attachment yet',
    all(host, 'create', CERTIFICATE, DISTRIBUTION),
    [`+ ${host}  certificate requested, not attached yet`],
    external,
  ],
  [
    "one whose zone was declared before: its records are no longer the stack's",
    [...all(host, 'update', DISTRIBUTION), ...all(host, 'delete', [RECORD, `${host}-route`], ISSUED)],
    [`~ ${host}  detached · CNAME removed`],
    external,
  ],
])('%s', (_, changes, lines, declared) => {
  expect(reported(changes, {}, declared)).toEqual(lines.map((line) => `  ${line}  1.2 s`));
});

function failed(of: string, text: string) {
  return { ...change(of, 'create', ISSUED, 'pets'), error: new Error(text) };
}

test.each<[string, readonly Change[], Partial<Deployment>, readonly string[]]>([
  ['nothing to change', [change(host, 'same', CERTIFICATE)], {}, ['  = nothing to change']],
  ['a resource of no component', [], { failures: [failed('', 'exists')] }, ['  ✗ pets  exists']],
  ['the program itself', [], { error: new Error('no such plan') }, ['  ✗ no such plan']],
  [
    'a host, which is shown as failed alone, each line of its message below',
    [change(host, 'create', CERTIFICATE)],
    { failures: [failed(host, 'not issued\nCAA forbids it')] },
    [`  ✗ ${host}  not issued`, '  CAA forbids it'],
  ],
])('what failed: %s', (_, changes, more, lines) => {
  expect(reported(changes, more)).toEqual(lines);
});

const INTERNET = 'cli/local/internet.zone';
const BLOCKED = 'blocked: left out, everything else is deployed';

test('a host in which the deployment before found the same is named alone, until that changes or comes back', () => {
  const out = screen();
  const { lines } = out;
  const log = localLog(out, INTERNET);
  const deploy = (...findings: string[]) => {
    log.begin([host]);
    lines.length = 0;
    for (const [index, text] of findings.entries())
      log.leftOut(`${index}.localhost`, text, ['dns-unreadable']);
    log.end();
    return [...lines];
  };
  const whole = expect.stringContaining(BLOCKED);
  expect(deploy('  found', '  found')).toEqual([whole, whole]);
  const counted = [0, 1].map((n) => `  ✗ ${`${n}.localhost`.padEnd(host.length)}  still blocked`);
  for (const _ of [1, 2]) expect(deploy('  found', '  found')).toEqual(counted);
  expect(deploy('  found', '  other')).toEqual([expect.stringContaining('other'), counted[0]]);
  deploy();
  expect(deploy('  found', '  other')).toEqual([whole, whole]);
});

test('of a run that is stopped, and of its DNS, nothing is found', () => {
  const out = screen();
  const log = localLog(out, INTERNET, AbortSignal.abort());
  log.begin([host]);
  log.warn(host, '  dns-unreadable', ['dns-unreadable']);
  log.end();
  expect(out.lines).toEqual([]);
});

/** What two deployments in a row say of a host that waits for the same. */
function saidTwice(what: 'owner' | 'move' | 'removal', next: string): readonly string[] {
  const out = screen();
  const log = localLog(out, INTERNET);
  for (const _ of [1, 2]) {
    log.begin([host]);
    log.waits(host, `  ${next}`, what);
    log.end();
  }
  return out.lines;
}

test.each([
  ['owner', 'waits', 'status'],
  ['move', 'moves in', 'move'],
] as const)('what a host waits for is not asserted: each line has its command: %s', (what, words, name) => {
  const next = `the next step: npm run domains -- ${name} ${host}`;
  const first = `  … ${host}  ${words}\n      ${next}`;
  expect(saidTwice(what, next)).toEqual([first, `  … ${host}  still ${words}; ${next}`]);
});

test('the records that a removal leaves to their owner are listed each time', () => {
  const removed = `  … ${host}  removed\n      remove  CNAME`;
  expect(saidTwice('removal', 'remove  CNAME')).toEqual([removed, removed]);
});

test('what the engine left out: where its records are set', () => {
  const out = screen();
  const hosts = { [host]: { blocked: [] }, 'b.localhost': { certificate: 'ISSUED' } };
  reportLeftOut(out, { hosts }, INTERNET);
  reportLeftOut(out, undefined, INTERNET);
  expect(out.lines).toEqual([expect.stringMatching(`✗ ${host}  left out; .*${INTERNET}$`)]);
});
