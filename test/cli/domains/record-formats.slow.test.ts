// `domains records --format`: each format, and the tool that it is for, which loads the file as it was printed.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type DomainsFixture, openFixture } from './harness.ts';

const ZONE = 'partner.example';
const cname = (purpose: string, name: string, value: string) => ({
  ...{ purpose, name, type: 'CNAME', value, ttl: 3600 },
});
const validation = (host: string, token: string) =>
  cname('validation', `${token}.${host}`, '_x.acm-validations.aws');
const alias = { purpose: 'routing', name: ZONE, type: 'ALIAS', value: 'd2.cloudfront.net', ttl: 3600 };

const https = { ...alias, type: 'HTTPS', value: '1 . alpn="h3,h2"' };

/** Names that tools read in their own ways: digits sort as numbers, and YAML 1.1 reads a plain `no` as false. */
const records: Record<string, object[]> = {
  [ZONE]: [validation(ZONE, '_3639ac'), alias, https],
  [`no.${ZONE}`]: [validation(`no.${ZONE}`, '_12b'), cname('routing', `no.${ZONE}`, 'd1.cloudfront.net')],
  [`10.${ZONE}`]: [validation(`10.${ZONE}`, '_9'), cname('routing', `10.${ZONE}`, 'd3.cloudfront.net')],
};
const other = 'shop.eu.other.example';

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  declare([ZONE, `no.${ZONE}`, `10.${ZONE}`]);
});
afterEach(() => fixture.close());

function declare(hosts: readonly string[], zones = ''): void {
  const [primary, ...domains] = hosts;
  fixture.write(
    'Pulumi.production.yaml',
    `config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n${zones}  petstore:docs:\n    primary: ${primary}\n    domains: [${domains.join(', ')}]\n`,
  );
  const host = { site: 'docs', role: 'domain', certificate: 'ISSUED' };
  const entries = hosts.map((name) => {
    const own = [validation(name, '_1'), cname('routing', name, 'd4.cloudfront.net')];
    return [name, { ...host, records: records[name] ?? own }];
  });
  fixture.write('outputs.json', JSON.stringify({ hosts: Object.fromEntries(entries) }));
}

const run = (format: string, ...args: string[]) =>
  fixture.run(
    ...['records', '--format', format, '--outputs', 'outputs.json', '--stack', 'production', ...args],
  );

/** Runs a tool in the fixture's folder; throws with its output where it fails. */
function tool(command: string, args: readonly string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: fixture.folder,
    encoding: 'utf8',
    input,
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`);
  return stdout;
}

const isInstalled = (command: string, ...version: string[]) => spawnSync(command, version).status === 0;

test('a CNAME at an apex, which Cloudflare flattens: shown as it is set, and as ALIAS to tools that refuse it there', async () => {
  const formats = ['zone', 'octodns', 'dnscontrol'];
  const before = await Promise.all(formats.map(async (format) => (await run(format, ZONE)).out));
  const outputs = JSON.parse(fixture.read('outputs.json'));
  outputs.hosts[ZONE].records[1].type = 'CNAME';
  fixture.write('outputs.json', JSON.stringify(outputs));
  expect((await run('table', ZONE)).out).toMatch(
    /^routing +partner\.example +CNAME +3600 +d2\.cloudfront\.net$/m,
  );
  expect(await Promise.all(formats.map(async (format) => (await run(format, ZONE)).out))).toEqual(before);
});

describe('zone', () => {
  test('an apex, where a zone file has no such record: a comment, and a note', async () => {
    const { status, out, err } = await run('zone', ZONE);
    expect(status).toBe(0);
    expect(out).toBe(`; partner.example
_3639ac.partner.example.  3600  IN  CNAME  _x.acm-validations.aws.
; ALIAS, ANAME or CNAME flattening: partner.example.  3600  IN  ALIAS  d2.cloudfront.net.
partner.example.  3600  IN  HTTPS  1 . alpn="h3,h2"
`);
    expect(err).toContain('partner.example is the top name of its zone');
    expect((await run('table', ZONE)).err).toBe('');
  });

  // Debian: bind9-utils.
  test.skipIf(!isInstalled('named-checkzone', '-v'))('named-checkzone loads it', async () => {
    fixture.write('petstore.zone', (await run('zone')).out);
    const soa = `@ 3600 IN SOA ns.${ZONE}. admin.${ZONE}. 1 7200 900 1209600 300`;
    fixture.write(`zone`, `${soa}\n@ 3600 IN NS ns.elsewhere.example.\n$INCLUDE petstore.zone\n`);
    const loaded = tool('named-checkzone', ['-D', '-i', 'none', ZONE, 'zone']);
    expect(loaded).toMatch(/^partner\.example\.\s+3600 IN HTTPS\s+1 \. alpn="h3,h2"$/m);
    const found = [...loaded.matchAll(/^(\S+)\s+3600 IN CNAME\s+(\S+)$/gm)];
    expect(found.map(([, name, value]) => `${name} ${value}`).toSorted()).toEqual([
      '10.partner.example. d3.cloudfront.net.',
      '_12b.no.partner.example. _x.acm-validations.aws.',
      '_3639ac.partner.example. _x.acm-validations.aws.',
      '_9.10.partner.example. _x.acm-validations.aws.',
      'no.partner.example. d1.cloudfront.net.',
    ]);
  });
});

describe('octoDNS', () => {
  test('a file of one zone, in the order that octoDNS enforces', async () => {
    expect((await run('octodns')).out).toBe(`# partner.example
# no.partner.example
# 10.partner.example
"":
  - "ttl": 3600
    "type": "ALIAS"
    "value": "d2.cloudfront.net."
  - "ttl": 3600
    "type": "HTTPS"
    "value":
      "svcparams":
        "alpn":
          - "h3"
          - "h2"
      "svcpriority": 1
      "targetname": "."
"10":
  "ttl": 3600
  "type": "CNAME"
  "value": "d3.cloudfront.net."
"_9.10":
  "ttl": 3600
  "type": "CNAME"
  "value": "_x.acm-validations.aws."
"_12b.no":
  "ttl": 3600
  "type": "CNAME"
  "value": "_x.acm-validations.aws."
"_3639ac":
  "ttl": 3600
  "type": "CNAME"
  "value": "_x.acm-validations.aws."
"no":
  "ttl": 3600
  "type": "CNAME"
  "value": "d1.cloudfront.net."
`);
  });

  test('hosts in several zones: one has to be named', async () => {
    declare([`no.${ZONE}`, other]);
    const { status, err } = await run('octodns');
    expect(status).toBe(2);
    expect(err).toContain('these hosts are in 2: partner.example, other.example');
    expect(err).toContain('--zone partner.example');
    expect((await run('octodns', '--zone', 'other.example')).out).toContain('"shop.eu":');
    expect((await run('octodns', '--zone', 'EU.other.example.')).out).toContain('"shop":');
  });

  // PyPI: octodns.
  test.skipIf(!isInstalled('octodns-validate', '--version'))('octodns-validate loads it', async () => {
    mkdirSync(join(fixture.folder, 'zones'));
    fixture.write(`zones/${ZONE}.yaml`, (await run('octodns')).out);
    const files = { class: 'octodns.provider.yaml.YamlProvider', directory: './zones' };
    const zones = { [`${ZONE}.`]: { sources: ['files'], targets: ['files'] } };
    fixture.write('config.yaml', JSON.stringify({ providers: { files }, zones }));
    tool('octodns-validate', ['--config-file', 'config.yaml']);
    tool('octodns-dump', ['--config-file', 'config.yaml', '--output-dir', 'dumped', `${ZONE}.`, 'files']);
    const dumped = parse(fixture.read(`dumped/${ZONE}.yaml`));
    const parsed = parse((await run('octodns')).out);
    // What octoDNS writes leaves out the TTL where it is the provider's default, 3600.
    for (const record of Object.values(parsed).flat() as { ttl?: number }[]) delete record.ttl;
    expect(dumped).toEqual(parsed);
  });
});

describe('DNSControl', () => {
  test('D_EXTEND of each zone', async () => {
    declare([ZONE, other]);
    expect((await run('dnscontrol')).out).toBe(`// partner.example
D_EXTEND("partner.example",
  CNAME("_3639ac", "_x.acm-validations.aws.", TTL(3600)),
  ALIAS("@", "d2.cloudfront.net.", TTL(3600)),
  HTTPS("@", 1, ".", "alpn=h3,h2", TTL(3600))
);
// shop.eu.other.example
D_EXTEND("other.example",
  CNAME("_1.shop.eu", "_x.acm-validations.aws.", TTL(3600)),
  CNAME("shop.eu", "d4.cloudfront.net.", TTL(3600))
);
`);
  });

  test.skipIf(!isInstalled('dnscontrol', 'version'))('dnscontrol loads it', async () => {
    fixture.write('petstore.js', (await run('dnscontrol')).out);
    fixture.write('dnsconfig.js', `D("${ZONE}", NewRegistrar("none"));\nrequire("./petstore.js");\n`);
    const { domains } = JSON.parse(tool('dnscontrol', ['print-ir']));
    const loaded = domains[0].records.map((one: Record<string, unknown>) => `${one.name} ${one.type}`);
    expect(loaded.toSorted()).toEqual(
      [
        '@ ALIAS',
        '@ HTTPS',
        '10 CNAME',
        '_12b.no CNAME',
        '_3639ac CNAME',
        '_9.10 CNAME',
        'no CNAME',
      ].toSorted(),
    );
  });
});

describe('--zone', () => {
  const zones = `  petstore:zones:\n    ${ZONE}: { provider: route53 }\n`;

  test('all hosts of a declared zone', async () => {
    declare([ZONE, `no.${ZONE}`, other], zones);
    expect((await run('table')).out).not.toContain(ZONE);
    const { out } = await run('json', '--zone', ZONE);
    expect(Object.keys(JSON.parse(out))).toEqual([ZONE, `no.${ZONE}`]);
  });

  test('a declared one has no host', async () => {
    declare([other], zones);
    const { status, err } = await run('zone', '--zone', ZONE);
    expect(status).toBe(0);
    expect(err).toContain(`none of these hosts in the zone ${ZONE}`);
  });

  test.each(['octodns', 'json'])('one that is written wrong is refused: %s', async (format) => {
    declare([other], zones);
    const { status, out, err } = await run(format, '--zone', 'petsotre.example');
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain('has no zone petsotre.example, and no external host in it');
    expect(err).toContain(`zones of petstore:zones: ${ZONE};`);
  });

  test('not a domain name', async () => {
    const { status, err } = await run('zone', '--zone', '*.partner.example');
    expect(status).toBe(2);
    expect(err).toContain('is a wildcard');
  });
});
