// A deployment in the terminal: a line for each host, in a person's words, and every failure with its fix.

import { shown } from '@petstore/custom-domains/output';
import type { Change, Deployment } from '@petstore/local-cloud/engine/deployment';
import { expect, test } from 'vitest';
import { reportCancelled, reportChange, reportFailures } from '../../../cli/local/deployment-report.ts';
import { localLog, reportLeftOut } from '../../../cli/local/local-log.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { planHost } from '../../../infra/plan/plan-host.ts';

function screen(columns = Number.POSITIVE_INFINITY) {
  const lines: string[] = [];
  const out: Terminal = {
    isTerminal: false,
    columns,
    line: (text) => void lines.push(String(text ?? '')),
    status: () => {},
    paint: (style, text) => (style === 'dim' ? shown`${text}` : shown`<${String(style)}>${text}</>`),
  };
  return { lines, out };
}

const URN = 'urn:pulumi:local::petstore::petstore:domains:CustomHost';
function change(host: string, action: Change['action'], type: string, name = `${host}-x`): Change {
  return { urn: `${URN}$${type}::${name}`, type, name, parent: `${URN}::${host}`, action };
}
const CERTIFICATE = 'aws:acm/certificate:Certificate';
const ISSUED = 'aws:acm/certificateValidation:CertificateValidation';
const DOMAIN = 'aws:apigatewayv2/domainName:DomainName';
const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';
const RECORD = 'aws:route53/record:Record';
const host = 'a.localhost';
const context = {
  region: 'eu-west-1',
  zones: [{ name: host, provider: 'route53' as const }],
  verified: [],
  adopt: [],
  moving: [],
};
const plan = planHost(
  { host, site: 'api', role: 'domain' },
  { ...context, ttl: { default: 3600, hosts: {} } },
);

function reported(changes: readonly Change[], more: Partial<Deployment> = {}): string[] {
  const { lines, out } = screen();
  const deployment = { outputs: {}, changes, failures: [], error: undefined, ...more };
  reportChange(out, deployment, new Map([[host, plan]]), 1234);
  return lines.map((line) => line.replace(/ {2,}/g, '  '));
}

test('a new host', () => {
  const steps = [
    change(host, 'create', CERTIFICATE),
    change(host, 'create', ISSUED),
    change(host, 'create', DOMAIN),
    change(host, 'create', RECORD, `${host}-validation`),
    change(host, 'create', RECORD, `${host}-route`),
  ];
  expect(reported(steps)).toEqual([
    `  <green>+</> ${host}  certificate issued · attached · CNAME set  1.2 s`,
  ]);
});

test('at an apex, its two records are one step', () => {
  const steps = ['-route-a', '-route-aaaa'].map((end) => change(host, 'create', RECORD, `${host}${end}`));
  expect(reported(steps)).toEqual([`  <green>+</> ${host}  ALIAS set  1.2 s`]);
});

test('a removed host, which is no longer in the plan', () => {
  const steps = [
    change('old.localhost', 'delete', RECORD, 'old.localhost-route'),
    change('old.localhost', 'delete', DISTRIBUTION),
    change('old.localhost', 'delete', CERTIFICATE),
  ];
  expect(reported(steps)).toEqual([
    '  <yellow>-</> old.localhost  CNAME removed · detached · certificate deleted  1.2 s',
  ]);
});

test('another component, and a host with a change that has no word: the resources by name', () => {
  const mapping = change(host, 'replace', 'aws:apigatewayv2/apiMapping:ApiMapping', 'mapping');
  const steps = [
    change('api', 'update', 'aws:lambda/function:Function', 'api-function'),
    change('api', 'create', 'aws:lambda/permission:Permission', 'api-permission'),
    mapping,
  ];
  expect(reported(steps)).toEqual([
    '  <green>~</> api  function updated · permission created  1.2 s',
    `  <green>~</> ${host}  mapping replaced  1.2 s`,
  ]);
});

test('many resources of one type are counted, and a name is not said twice', () => {
  const alarm = (name: string, action: Change['action'] = 'create') =>
    change('host-alarm', action, 'aws:cloudwatch/metricAlarm:MetricAlarm', `host-alarm-${name}`);
  const policy = (name: string) => change('backup', 'create', 'aws:iam/policy:Policy', name);
  const panel = change('panel', 'update', 'aws:cloudwatch/dashboard:Dashboard', 'panel');
  const alarms = ['5xx-a', '5xx-b', '5xx-c'].map((name) => alarm(name));
  expect(reported([...alarms, alarm('5xx-old', 'delete'), panel, policy('a'), policy('b')])).toEqual([
    '  <green>~</> host-alarm  3 metric alarms created · 5xx-old deleted  1.2 s',
    '  <green>~</> panel  updated  1.2 s',
    '  <green>+</> backup  2 policies created  1.2 s',
  ]);
});

test('two spaces are between a name, what was done and how long it took', () => {
  const { lines, out } = screen();
  const panel = change('panel', 'update', 'aws:cloudwatch/dashboard:Dashboard', 'panel');
  const deployment = { outputs: {}, changes: [panel], failures: [], error: undefined };
  reportChange(out, deployment, new Map(), 1234);
  expect(lines).toEqual(['  <green>~</> panel  updated  1.2 s']);
});

test('an external host that is not verified: a certificate that waits, and no attachment yet', () => {
  const external = planHost(
    { host, site: 'docs', role: 'domain' },
    { ...context, zones: [], ttl: { default: 3600, hosts: {} } },
  );
  const { lines, out } = screen();
  const deployed = (changes: readonly Change[]) => {
    lines.length = 0;
    const deployment = { outputs: {}, changes, failures: [], error: undefined };
    reportChange(out, deployment, new Map([[host, external]]), 1234);
    return lines.map((line) => line.replace(/ {2,}/g, '  '));
  };
  expect(deployed([change(host, 'create', CERTIFICATE), change(host, 'create', DISTRIBUTION)])).toEqual([
    `  <green>+</> ${host}  certificate requested, not attached yet  1.2 s`,
  ]);
  expect(deployed([change(host, 'delete', DISTRIBUTION), change(host, 'delete', CERTIFICATE)])).toEqual([
    `  <yellow>-</> ${host}  detached · certificate deleted  1.2 s`,
  ]);
});

test('a resource of no component that failed is named itself', () => {
  const table = { ...change('', 'create', 'aws:dynamodb/table:Table', 'pets'), error: new Error('exists') };
  expect(reported([], { failures: [table] })).toEqual(['  <red>✗</> pets  exists']);
});

test('nothing to change', () => {
  expect(reported([change(host, 'same', CERTIFICATE)])).toEqual(['  = nothing to change']);
});

test.each([
  ['after the changes that it finished', ['create', 'same', 'update'] as const, ' after 2 changes'],
  ['before its first change', ['same'] as const, ''],
])('a deployment that was stopped %s', (_when, actions, finished) => {
  const { lines, out } = screen();
  const changes = actions.map((action) => change(host, action, CERTIFICATE));
  reportCancelled(out, { outputs: {}, changes, failures: [], error: undefined });
  expect(lines).toEqual([
    `  <yellow>–</> stack      interrupted${finished}: what is done is kept, and the next npm run local continues from there`,
  ]);
});

test('a failed host is shown as failed alone, each line of its message below', () => {
  const failure = { ...change(host, 'create', ISSUED), error: new Error('not issued\nCAA forbids it') };
  expect(reported([change(host, 'create', CERTIFICATE)], { failures: [failure] })).toEqual([
    `  <red>✗</> ${host}  not issued`,
    '  CAA forbids it',
  ]);
});

test('a program that failed by itself is not "nothing to change"', () => {
  expect(reported([], { error: new Error('no such plan') })).toEqual(['  <red>✗</> no such plan']);
});

test('findings of the preflight say what becomes of the host', () => {
  const { lines, out } = screen();
  const log = localLog(out, 'cli/local/internet.zone');
  log.begin([host, 'shop.of-a-partner.petstore.localhost']);
  log.leftOut(host, '  found', ['caa-blocks-authority']);
  log.warn(host, '  found', ['conflicting-record']);
  const place = '      on the local cloud, such records are set in cli/local/internet.zone';
  const name = host.padEnd('shop.of-a-partner.petstore.localhost'.length);
  expect(lines).toEqual([
    `  <red>✗</> ${name}  blocked: left out, everything else is deployed\n      found\n${place}`,
    `  <yellow>!</> ${name}  deployed, with a warning\n      found\n${place}`,
  ]);
});

test('what the deployment before found is counted in one line, until it changes or comes back', () => {
  const { lines, out } = screen();
  const log = localLog(out, 'cli/local/internet.zone');
  const codes = ['conflicting-record', 'caa-blocks-authority'];
  const deploy = (...findings: string[]) => {
    log.begin([host]);
    lines.length = 0;
    findings.forEach((text, index) => {
      log.leftOut(`${index}.localhost`, text, codes);
    });
    for (const text of findings.slice(0, 1)) {
      log.warn(host, text, codes);
      log.warn(host, `${text}: why it failed`);
    }
    log.end();
    return [...lines];
  };
  const whole = deploy('  found', '  found');
  expect(whole).toHaveLength(4);
  expect(whole[0]).toContain('everything else is deployed\n      found\n');
  const why = 'npm run domains -- check --stack local shows why';
  for (let again = 0; again < 2; again += 1)
    expect(deploy('  found', '  found')).toEqual([
      whole[3],
      `  <red>✗</> 2 hosts blocked as before: ${why}`,
      `  <yellow>!</> 1 host with a warning as before: ${why}`,
    ]);
  const changed = deploy('  found', '  other');
  expect(changed[0]).toContain('1.localhost  blocked: left out, everything else is deployed\n      other\n');
  expect(changed).toContain(`  <red>✗</> 1 host blocked as before: ${why}`);
  deploy();
  expect(deploy('  found', '  other').join('\n')).not.toContain('still');
});

test('what a deployment found that ended early is not counted in the next one', () => {
  const { lines, out } = screen();
  const log = localLog(out, 'cli/local/internet.zone');
  for (let again = 0; again < 2; again += 1) {
    log.begin([host]);
    log.leftOut(host, '  found', ['conflicting-record']);
  }
  log.begin([]);
  lines.length = 0;
  log.end();
  expect(lines).toEqual([]);
});

test('findings have the width of the terminal, and without one that of a log', () => {
  const { lines, out } = screen(50);
  const log = localLog(out, 'cli/local/internet.zone');
  expect(log.width).toBe(46);
  log.leftOut('b.localhost', '  found', ['conflicting-record']);
  expect(lines.join('\n').split('\n').slice(-2)).toEqual([
    '      on the local cloud, such records are set in',
    '      cli/local/internet.zone',
  ]);
  expect(localLog(screen(200).out, 'x').width).toBe(116);
  expect(localLog(screen().out, 'x').width).toBe(106);
});

test('what is left to be done stands below the changes: of owners, and of hosts that move in', () => {
  const { lines, out } = screen();
  const log = localLog(out, 'cli/local/internet.zone');
  log.waits(host, '  then: command', 'owner');
  log.waits(host, '  then: move', 'move');
  expect(lines).toEqual([]);
  log.end();
  log.end();
  expect(lines).toEqual([
    `  <yellow>…</> ${host}  waits for its owner\n      then: command`,
    `  <yellow>…</> ${host}  moves in\n      then: move`,
  ]);
});

test('whom a host waits for is said whole once, and again when the next step is another one', () => {
  const { lines, out } = screen();
  const log = localLog(out, 'cli/local/internet.zone');
  const deploy = (next: string) => {
    lines.length = 0;
    log.begin([host]);
    log.waits(host, next, 'owner');
    log.waits(host, next, 'move');
    log.end();
    return [...lines];
  };
  deploy('  once they are set: verify');
  for (let again = 0; again < 2; again += 1)
    expect(deploy('  once they are set: verify')).toEqual([
      `  <yellow>…</> still waits for its owner: ${host}`,
      `  <yellow>…</> still moves in: ${host}`,
    ]);
  expect(deploy('  then: status')[0]).toBe(`  <yellow>…</> ${host}  waits for its owner\n      then: status`);
});

test('what the engine left out: where its records are set', () => {
  const { lines, out } = screen();
  const hosts = { [host]: { blocked: [] }, 'b.localhost': { certificate: 'ISSUED' } };
  reportLeftOut(out, { hosts }, 'cli/local/internet.zone');
  reportLeftOut(out, undefined, 'cli/local/internet.zone');
  expect(lines).toEqual([
    `  <red>✗</> ${host}  left out; on the local cloud, such records are set in cli/local/internet.zone`,
  ]);
});

test('names are in a column as wide as the widest; on a narrow terminal the steps are below', () => {
  const long = 'shop.of-a-partner.petstore.localhost';
  const steps = [host, long].flatMap((one) => [
    change(one, 'delete', RECORD, `${one}-route`),
    change(one, 'delete', CERTIFICATE),
  ]);
  const deployment = { outputs: {}, changes: steps, failures: [], error: undefined };
  const on = (columns: number) => {
    const { lines, out } = screen(columns);
    reportChange(out, deployment, new Map([[host, plan]]), 1234);
    return lines.map((line) => line.replace(/<\/?\w*>/g, ''));
  };
  expect(on(100)).toEqual([
    `  - ${host.padEnd(long.length)}  CNAME removed · certificate deleted  1.2 s`,
    `  - ${long}  CNAME removed · certificate deleted  1.2 s`,
  ]);
  expect(on(50)).toEqual([
    `  - ${host}\n      CNAME removed · certificate deleted  1.2 s`,
    `  - ${long}\n      CNAME removed · certificate deleted  1.2 s`,
  ]);
});

test('on a narrow terminal the lines of a failure are below the name', () => {
  const failure = { ...change(host, 'create', ISSUED), error: new Error('not issued here\nCAA forbids it') };
  const { lines, out } = screen(24);
  reportFailures(out, { outputs: {}, changes: [], failures: [failure], error: undefined });
  expect(lines).toEqual([`  <red>✗</> ${host}\n      not issued here`, '      CAA forbids it']);
});

test('the lines of a failure are below its first line', () => {
  const other = {
    ...change('shop.of-a-partner.petstore.localhost', 'create', ISSUED),
    error: new Error('no'),
  };
  const failure = { ...change(host, 'create', ISSUED), error: new Error('not issued\nCAA forbids it') };
  const { lines, out } = screen();
  const deployment = { outputs: {}, changes: [], failures: [failure, other], error: undefined };
  reportChange(out, deployment, new Map(), 1234);
  expect(lines[1]?.indexOf('CAA')).toBe(lines[0]?.replace(/<\/?\w*>/g, '').indexOf('not issued'));
});
