// `domains records` and `verify`: hosts whose owners set the records.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

const shop = 'shop.partner.example';
const routing = { purpose: 'routing', name: shop, type: 'CNAME', value: 'd1.cloudfront.net', ttl: 3600 };
const validation = {
  purpose: 'validation',
  name: `_v.${shop}`,
  type: 'CNAME',
  value: '_x.acm-validations.aws',
  ttl: 3600,
};
const api = 'api.partner.example';

const file = `# Hosts of a partner.
config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:api:
    primary: ${api} # by hand too
  petstore:docs:
    primary: ${shop}

  # Those that are right.
  petstore:verified: []
`;

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', file);
  const by = { site: 'docs', role: 'primary', url: `https://${shop}`, certificate: 'PENDING_VALIDATION' };
  const hosts = {
    [shop]: { ...by, target: 'd1.cloudfront.net', records: [validation, routing] },
    [api]: { ...by, site: 'api', records: [{ ...validation, name: `_v.${api}` }] },
  };
  fixture.write('outputs.json', JSON.stringify({ hosts }));
});
afterEach(() => fixture.close());

const outputs = ['--outputs', 'outputs.json'];
const right = [`${shop} CNAME d1.cloudfront.net`, `_v.${shop} CNAME _x.acm-validations.aws`];
const serve = (records: readonly string[], on = ['127.0.0.24', '127.0.0.25']) =>
  fixture.serve({ 'partner.example': { on, records } });

describe('records', () => {
  test('a table', async () => {
    const { status, out, err } = await fixture.run('records', ...outputs);
    expect(status).toBe(0);
    expect(out).toBe(`for         name                     type   TTL   value
validation  _v.api.partner.example   CNAME  3600  _x.acm-validations.aws
validation  _v.shop.partner.example  CNAME  3600  _x.acm-validations.aws
routing     shop.partner.example     CNAME  3600  d1.cloudfront.net
`);
    expect(err).toContain(`${api}: its routing record is known once its certificate is issued`);
  });

  test('a host that is not deployed yet has none: since when it has, and with which command', async () => {
    fixture.write('outputs.json', JSON.stringify({ hosts: {} }));
    const { status, out, err } = await fixture.run('records', shop, '--stack', 'production', ...outputs);
    expect([status, out]).toEqual([0, '']);
    expect(err).toBe(
      `${shop} has no records yet: they are known once it is deployed (pulumi up --stack production).\n`,
    );
  });

  test('beside a host that has none, the records of the other one', async () => {
    const hosts = { [shop]: JSON.parse(fixture.read('outputs.json')).hosts[shop] };
    fixture.write('outputs.json', JSON.stringify({ hosts }));
    const { out, err } = await fixture.run('records', '--stack', 'production', ...outputs);
    expect(out).toContain('routing     shop.partner.example');
    expect(err).toContain(`${api} has no records yet`);
  });

  test('zone-file lines', async () => {
    const { out } = await fixture.run('records', shop, '--format', 'zone', ...outputs);
    expect(out).toBe(`; ${shop}
_v.shop.partner.example.  3600  IN  CNAME  _x.acm-validations.aws.
shop.partner.example.  3600  IN  CNAME  d1.cloudfront.net.
`);
  });

  test('JSON', async () => {
    const { out } = await fixture.run('records', shop, '--format', 'json', ...outputs);
    expect(JSON.parse(out)).toEqual({ [shop]: [validation, routing] });
  });

  test('without outputs: what to give', async () => {
    const { status, err } = await fixture.run('records', '--dir', fixture.folder, '--stack', 'production');
    expect(status).toBe(2);
    expect(err).toContain('--outputs FILE');
  });

  test('no host is external', async () => {
    const zones = '  petstore:zones:\n    partner.example: { provider: route53 }\n';
    fixture.write('Pulumi.production.yaml', file.replace('  petstore:api', `${zones}  petstore:api`));
    const { status, err } = await fixture.run('records', ...outputs);
    expect(status).toBe(0);
    expect(err).toContain('the stack sets all records itself');
  });
});

describe('every command ends in the same next step', () => {
  const steps = async (...extra: string[]) => {
    const commands = [
      ['check', '--host', shop, '--stack', 'production', ...outputs],
      ['status', shop, '--stack', 'production', ...outputs],
      ...(extra.length > 0 ? [extra] : []),
    ];
    const all: string[][] = [];
    for (const args of commands) {
      const { out } = await fixture.run(...args);
      const lines = out.split('\n').map((line) => line.trim());
      const first = lines.findIndex((line) => line.startsWith('next '));
      expect(first, out).toBeGreaterThan(-1);
      all.push(lines.slice(first).filter((line) => line.includes(': ') && line.includes('--stack')));
    }
    expect(new Set(all.map((one) => one.join('\n'))).size, JSON.stringify(all)).toBe(1);
    return all[0];
  };

  test('nothing is set: the records, then verify', async () => {
    await serve([]);
    const verify = ['verify', shop, '--stack', 'production', ...outputs];
    expect(await steps(...verify)).toEqual([
      `next    its owner sets its records: npm run domains -- records ${shop} --stack production`,
      `once they are set: npm run domains -- verify ${shop} --stack production`,
    ]);
  });

  test('the validation record has another value: a warning in each, and the steps to correct it', async () => {
    await serve([right[0] ?? '', `_v.${shop} CNAME _old.acm-validations.aws`]);
    const verify = ['verify', shop, '--stack', 'production', ...outputs];
    expect(await steps(...verify)).toHaveLength(2);
    const found = `_v.${shop} has CNAME _old.acm-validations.aws, not _x.acm-validations.aws`;
    const status = await fixture.run('status', shop, '--stack', 'production', ...outputs);
    expect(status.out).toContain('its validation record has another value: see below');
    expect(status.out.replace(/\s+/g, ' ')).toContain(found);
    const checked = await fixture.run('check', '--host', shop, '--stack', 'production', ...outputs);
    expect(checked.out.replace(/\s+/g, ' ')).toContain(`! ${shop} 2 warnings record-missing ${found}`);
    expect([status.status, checked.status]).toEqual([0, 0]);
  });

  test('all is right: verify, now; until then the host is neither verified nor issuing', async () => {
    await serve(right);
    expect(await steps()).toEqual([
      `next    its records are right: npm run domains -- verify ${shop} --stack production`,
    ]);
    const { out } = await fixture.run('status', shop, '--stack', 'production', ...outputs);
    expect(out).toContain('external · awaiting-dns');
    expect(out).not.toContain('✓ verified');
  });

  test('removed: its owner deletes the records, which are named', async () => {
    await serve(right);
    fixture.write(
      'Pulumi.production.yaml',
      file
        .replace(`primary: ${shop}`, `primary: petstore.example\n    domains: [${shop}]`)
        .replace(
          '  petstore:api',
          '  petstore:zones:\n    petstore.example: { provider: route53 }\n  petstore:api',
        ),
    );
    fixture.commit();
    const { out } = await fixture.run('remove', shop, '--stack', 'production', ...outputs);
    expect(out).toContain('its owner deletes its records too: after the removal they lead to nothing');
    expect(out.match(/remove {2}\S/g)).toHaveLength(2);
    expect(out).toContain(`remove  _v.${shop}.  3600  IN  CNAME  _x.acm-validations.aws.`);
    expect(out).toMatch(
      /next {4}npm run domains -- check .*\n {10}git commit .*\n {10}pulumi up --stack production/,
    );
    // DNS has another TTL than the stack declared, and it is one record all the same.
    const checked = await fixture.run('check', '--base', 'base', '--stack', 'production', ...outputs);
    expect(checked.out).toContain('target-missing');
    expect(checked.out.match(/remove {2}\S.*/g)).toEqual(out.match(/remove {2}\S.*/g));
  });
});

describe('an api host, whose routing record is known when it is attached', () => {
  const proof = `_v.${api} CNAME _x.acm-validations.aws`;
  const target = 'd-1.execute-api.eu-west-1.amazonaws.com';
  const onStack = ['--stack', 'production', ...outputs];
  const verified = () =>
    fixture.write('Pulumi.production.yaml', file.replace('verified: []', `verified: [${api}]`));
  const attached = (more: object) => {
    const by = { site: 'api', role: 'primary', url: `https://${api}`, certificate: 'ISSUED', target };
    const records = [
      { ...validation, name: `_v.${api}` },
      { ...routing, name: api, value: target },
    ];
    fixture.write('outputs.json', JSON.stringify({ hosts: { [api]: { ...by, records, ...more } } }));
    verified();
  };
  const awaited = { routingAwaitedUntil: new Date(Date.now() + 86_400_000).toISOString() };

  test('verify says that its old record is there, and that it may stay until the new one is known', async () => {
    await serve([`${api} CNAME wrong.example`, proof]);
    const { status, out } = await fixture.run('verify', api, ...onStack);
    expect(status).toBe(0);
    expect(out).toContain(
      'verified: its validation record is right, and Amazon may issue; its name does not lead here yet',
    );
    expect(out).not.toContain('nothing conflicts');
    expect(out).toContain('cname-elsewhere');
    expect(out).toContain('CNAME to wrong.example');
    expect(out).toContain(`is then printed by: npm run domains -- records ${api} --stack production`);
  });

  test('verify says of a host without records that only the validation record was looked at', async () => {
    await serve([proof]);
    const { out } = await fixture.run('verify', api, ...onStack);
    expect(out).toContain(
      'verified: its validation record is right, nothing conflicts, and Amazon may issue',
    );
  });

  test('at an apex too: which ALIAS its owner sets is known once it is attached', async () => {
    const apex = 'partner.example';
    fixture.write('Pulumi.production.yaml', file.replace(`primary: ${api}`, `primary: ${apex}`));
    const by = { site: 'api', role: 'primary', url: `https://${apex}`, certificate: 'PENDING_VALIDATION' };
    const records = [{ ...validation, name: `_v.${apex}` }];
    fixture.write('outputs.json', JSON.stringify({ hosts: { [apex]: { ...by, records } } }));
    await serve([`_v.${apex} CNAME _x.acm-validations.aws`]);
    const checked = await fixture.run('check', '--host', apex, ...onStack);
    expect(checked.out).toContain('apex-needs-alias');
    expect(checked.out).toContain(`once it is attached: npm run domains -- verify ${apex}`);
    const { status, out } = await fixture.run('verify', apex, ...onStack);
    expect({ status, out }).toEqual({ status: 0, out: expect.stringContaining(`${apex} verified`) });
  });

  test('its next step before verify does not call its records right', async () => {
    await serve([`${api} CNAME wrong.example`, proof]);
    const { out } = await fixture.run('status', api, ...onStack);
    expect(out).not.toContain('its records are right');
    expect(out).toContain(
      'its validation record is right, and its routing record is known once it is attached',
    );
  });

  test('verified and not attached yet: its old record is no failure', async () => {
    await serve([`${api} CNAME wrong.example`, proof]);
    verified();
    const { status, out } = await fixture.run('status', api, ...onStack);
    expect(out).toContain('external · issuing');
    expect({ status, isShown: out.includes('cname-elsewhere') }).toEqual({ status: 0, isShown: true });
  });

  test.each([
    ['without a record', []],
    ['with its old record', [`${api} CNAME wrong.example`]],
  ])('attached, %s: its owner is waited for, which is no failure', async (_, records) => {
    await serve([...records, proof]);
    attached(awaited);
    const said = await fixture.run('status', api, ...onStack);
    expect(said.out).toContain('external · verified');
    expect(said.out).toContain('next    its owner sets its routing record: npm run domains -- records');
    expect(said.out).not.toContain('✗');
    const checked = await fixture.run('check', '--host', api, ...onStack);
    expect(checked.out).toContain('1 of 1 not served yet: the next step is above.');
    expect([said.status, checked.status]).toEqual([0, 0]);
    const again = await fixture.run('verify', api, ...onStack);
    expect(again.out).toContain('it is in petstore:verified already');
    const next = (out: string) => out.slice(out.indexOf('next  ')).replace(/\s+/g, ' ').trim();
    expect(next(again.out)).toContain('next its owner sets its routing record: npm run domains -- records');
    expect(next(again.out)).toBe(next(said.out));
  });

  test.each([
    ['a deployment has seen its record', {}],
    ['its owner has had a week', { routingAwaitedUntil: new Date(Date.now() - 1000).toISOString() }],
  ])('%s, and there is none: blocked', async (_, more) => {
    await serve([proof]);
    attached(more);
    const said = await fixture.run('status', api, ...onStack);
    expect(said.out).toContain('external · blocked');
    const checked = await fixture.run('check', '--host', api, ...onStack);
    expect([said.status, checked.status]).toEqual([1, 1]);
  });
});

describe('verify', () => {
  test('a host that moves in, whose routing record is the last step', async () => {
    const elsewhere = [`${shop} CNAME shops.platform.example`, ...right.slice(1)];
    await serve(elsewhere);
    expect((await fixture.run('verify', shop, '--stack', 'production', ...outputs)).status).toBe(1);
    fixture.write('Pulumi.production.yaml', `${file}  petstore:moving: [${shop}]\n`);
    const { status, out } = await fixture.run('verify', shop, '--stack', 'production', ...outputs);
    expect({ status, out }).toEqual({ status: 0, out: expect.stringContaining(`${shop} verified`) });
  });

  test('all is right: it joins petstore:verified, and every other byte stays', async () => {
    await serve(right);
    const { status, out } = await fixture.run('verify', shop, '--stack', 'production', ...outputs);
    expect(out).toContain(`✓ ${shop} verified`);
    expect(out).toContain('pulumi up --stack production');
    expect(status).toBe(0);
    expect(fixture.read('Pulumi.production.yaml').replace(/verified:.*\n(.*- .*\n)?/, 'verified: []\n')).toBe(
      file,
    );
    expect(fixture.read('Pulumi.production.yaml')).toContain(shop);
    const again = await fixture.run('verify', shop, '--stack', 'production', ...outputs);
    expect(again.out).toContain('it is in petstore:verified already');
  });

  test.each<[string, readonly string[], string]>([
    ['nothing is set yet', [], `add     ${shop}.  3600  IN  CNAME  d1.cloudfront.net.`],
    ['only the validation record is set', right.slice(1), `no routing record at ${shop}`],
    ['only the routing record is set', right.slice(0, 1), `no validation record at _v.${shop}`],
    [
      'the routing record has another value',
      [`${shop} CNAME old.test`, ...right.slice(1)],
      'CNAME to old.test',
    ],
    [
      'the validation record has another value',
      [right[0] ?? '', `_v.${shop} CNAME _y.acm-validations.aws`],
      'has CNAME _y.acm-validations.aws',
    ],
    ['addresses are in the way', [`${shop} A 192.0.2.1`, ...right.slice(1)], 'conflicting-record'],
    ['CAA forbids Amazon', [...right, 'partner.example CAA 0 issue letsencrypt.org'], 'caa-blocks-authority'],
    [
      'the zone was typed twice',
      [`${shop}.partner.example CNAME d1.cloudfront.net`, ...right.slice(1)],
      'doubled-name',
    ],
  ])('%s: names what is missing, and changes nothing', async (_, records, message) => {
    await serve(records);
    const { status, out } = await fixture.run('verify', shop, '--stack', 'production', ...outputs);
    expect(status).toBe(1);
    expect(out).toContain('is not verified yet');
    expect(out).toContain(message);
    expect(fixture.read('Pulumi.production.yaml')).toBe(file);
  });

  test('an api host: its routing record is not known before, so the old one may stay', async () => {
    await serve([`${api} A 192.0.2.1`, `_v.${api} CNAME _x.acm-validations.aws`]);
    expect((await fixture.run('verify', api, '--stack', 'production', ...outputs)).status).toBe(0);
    expect(fixture.read('Pulumi.production.yaml')).toMatch(new RegExp(`verified:.*(\n +-)? *\\[?${api}`));
  });

  test('DNS that cannot be read verifies nothing: exit status 3', async () => {
    await fixture.serve({ 'partner.example': { on: ['127.0.0.24'], records: right } }, ({ server }) =>
      server === '127.0.0.24' ? [] : undefined,
    );
    const { status } = await fixture.run('verify', shop, '--stack', 'production', ...outputs);
    expect(status).toBe(3);
    expect(fixture.read('Pulumi.production.yaml')).toBe(file);
  });

  test('what follows, whole: the deployment that attaches it, and once it is verified its status', async () => {
    await serve(right);
    const verify = ['verify', shop, '--stack', 'production', ...outputs];
    const first = await fixture.run(...verify);
    expect(first.out.split('\n').slice(-2)).toEqual(['  next    pulumi up --stack production', '']);
    const again = await fixture.run(...verify);
    const status = `npm run domains -- status ${shop} --stack production`;
    expect(again.out.split('\n').slice(-2)).toEqual([`  next    ${status}`, '']);
  });

  test('on the local stack a run attaches it at once; without one, that run is the next step', async () => {
    fixture.write('Pulumi.local.yaml', file);
    await serve(right);
    const verify = ['verify', shop, '--stack', 'local', ...outputs];
    const stopped = await fixture.run(...verify);
    expect(stopped.out.split('\n').slice(-2)).toEqual(['  next    npm run local', '']);
    fixture.write('Pulumi.local.yaml', file);
    const caFile = join(fixture.folder, 'outputs.json');
    fixture.writeLocal('ready.json', JSON.stringify({ hosts: {}, caFile, pid: process.pid }));
    const running = await fixture.run(...verify);
    expect(running.out.split('\n').slice(-3)).toEqual([
      '  npm run local attaches it now',
      `  next    npm run domains -- status ${shop}`,
      '',
    ]);
  });

  test('a host in a declared zone is not verified by anybody', async () => {
    fixture.write('Pulumi.production.yaml', productionFile);
    const { status, err } = await fixture.run('verify', 'petstore.example', '--stack', 'production');
    expect(status).toBe(2);
    expect(err).toBe(
      '✗ petstore.example is in the declared zone petstore.example.\n  nothing to verify: the stack sets its records itself\n',
    );
  });

  test('a host that is not deployed yet', async () => {
    await serve([]);
    fixture.write('outputs.json', '{"hosts":{}}');
    const { status, err } = await fixture.run('verify', shop, '--stack', 'production', ...outputs);
    expect(status).toBe(2);
    expect(err).toContain('deploy it first: pulumi up');
  });

  test('one that the running local cloud has left out: what prevents its deployment', async () => {
    fixture.write('Pulumi.local.yaml', file);
    fixture.writeLocal('outputs.json', '{"hosts":{}}');
    fixture.writeLocal('cloud.log', '');
    const ready = { hosts: {}, dnsServer: '127.0.0.1:9', caFile: 'ca.pem', pid: process.pid };
    fixture.writeLocal('ready.json', JSON.stringify(ready));
    const { status, err } = await fixture.run('verify', shop, '--stack', 'local');
    expect(status).toBe(2);
    expect(err).toContain(
      `see what prevents its deployment: npm run domains -- check --stack local --host ${shop}\n`,
    );
  });
});
