// The pages of the domains page: what they show of a stack, and what they change in its file.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DomainsFixture, openFixture, productionFile } from '../harness.ts';
import { cname } from '../preview.ts';
import { type OpenPage, openDomains, texts } from './harness.ts';

const SHOP = 'shop.partner.example';
const FILE = `${productionFile}      - ${SHOP}
  petstore:verified: []
`;
const validationOf = (host: string) => cname('validation', `_v.${host}`, '_x.acm-validations.aws');
const deployedAs = (site: string, role: string, host: string, certificate: string, target: string) => ({
  ...{ site, role, url: `https://${host}`, certificate, target },
  records: [validationOf(host), cname('routing', host, target)],
});
const OUTPUTS = {
  hosts: {
    'api.petstore.example': deployedAs(
      'api',
      'primary',
      'api.petstore.example',
      'PENDING_VALIDATION',
      'd-1.execute-api.example',
    ),
    [SHOP]: deployedAs('docs', 'domain', SHOP, 'PENDING_VALIDATION', 'd1.cloudfront.example'),
  },
};

let fixture: DomainsFixture;
let page: OpenPage;
let minutesAhead = 0;
beforeEach(() => {
  minutesAhead = 0;
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', FILE);
  fixture.write('outputs.json', JSON.stringify(OUTPUTS));
});
afterEach(async () => {
  await page.close();
  await fixture.close();
});

const NAMES = [
  'api.petstore.example CNAME d-1.execute-api.example',
  '_v.api.petstore.example CNAME _x.acm-validations.aws',
  'old.petstore.example 600 A 192.0.2.1',
];

async function open(
  partner: readonly string[] = [],
  outputs: string | undefined = 'outputs.json',
): Promise<void> {
  const dns = await fixture.serve({
    'petstore.example': { on: ['127.0.0.21', '127.0.0.22'], records: NAMES },
    'partner.example': { on: ['127.0.0.24'], records: partner },
  });
  const now = () => new Date(Date.now() + minutesAhead * 60_000);
  page = await openDomains(
    fixture.folder,
    { resolver: dns.resolver, timeout: 0.15, outputs, stack: 'production' },
    now,
  );
}

const body = async (path: string) => (await page.send(path)).body;
const until = (path: string, text: string | RegExp) =>
  expect.poll(() => body(path), { timeout: 10_000 }).toMatch(text);
const pathOf = (host: string) => `/stacks/production/hosts/${host}`;
const baseIn = (html: string) => /name="base" value="([^"]+)"/.exec(html)?.[1] ?? '';
const productionText = () => fixture.read('Pulumi.production.yaml');

describe('all hosts', () => {
  test('at once from the file, then with their state: what is wrong comes first', async () => {
    await open();
    expect(texts(await body('/'), /<li class="host[^>]*>\n<h3>(.*?)<\/h3>/g)).toEqual([
      ...['api.petstore.example', 'petstore.example', 'old.petstore.example', SHOP],
    ]);
    await until('/', 'data-state="blocked"');
    const html = await body('/');
    expect(texts(html, /<li class="host[^>]*>\n<h3>(.*?)<\/h3>/g)[0]).toBe('old.petstore.example');
    expect(html).toContain('A 192.0.2.1 (TTL 600) at this name, on both of its servers');
    expect(html).toContain('4 hosts, ');
    expect(html).not.toContain('class="notice"');
  });

  test('what cannot be known is said, and the rest is shown', async () => {
    await open([], 'nowhere.json');
    await until('/', 'nowhere.json cannot be read');
    const html = await body('/');
    expect(html).toContain('records that the stack created may appear as conflicts');
    expect(html).toContain('npm run domains -- open --stack production --outputs FILE');
    expect(await body(pathOf('petstore.example'))).toContain('what is deployed is not known here');
  });

  test('a file with problems is a note, which goes with the problem', async () => {
    await open();
    fixture.write('Pulumi.production.yaml', FILE.replace('plan: pro', 'plan: gold'));
    expect(await body('/')).toContain('Pulumi.production.yaml has 1 problem.<');
    fixture.write('Pulumi.production.yaml', FILE);
    await until('/', 'api.petstore.example');
    expect(await body('/')).not.toContain('1 problem');
  });
});

describe('one host', () => {
  test('its records, as found on each name server, and the finding with the record to remove', async () => {
    await open();
    await until(pathOf('old.petstore.example'), 'id="to-fix"');
    const html = await body(pathOf('old.petstore.example'));
    expect(texts(html, /<p class="record remove">(.*?)<button/g)).toEqual([
      'remove old.petstore.example.  600  IN  A  192.0.2.1',
    ]);
    expect(texts(html, /<tr>(<th scope="row">.*?)<\/tr>/g)).toEqual([
      expect.stringMatching(/127\.0\.0\.21.*600 A 192\.0\.2\.1/),
      expect.stringMatching(/127\.0\.0\.22.*600 A 192\.0\.2\.1/),
    ]);
    const api = await body(pathOf('api.petstore.example'));
    expect(texts(api, /<dt>(.*?)<\/dt>/g)).toEqual(['validation record', 'routing record']);
    expect(texts(api, /<code class="copied">(.*?)<\/code>/g)).toEqual([
      ...['_v.api.petstore.example', '_x.acm-validations.aws'],
      ...['api.petstore.example', 'd-1.execute-api.example'],
    ]);
  });

  test('when a step was first seen, where this run has not seen it change', async () => {
    await open();
    const path = pathOf('old.petstore.example');
    await until(path, 'id="to-fix"');
    const times = texts(await body(path), /<small>((?:since|seen at) )/g).map((text) => text.trim());
    expect(new Set(times)).toEqual(new Set(['seen at']));
  });

  test('since when a step is as it is, where this run has seen it change', async () => {
    await open();
    const path = pathOf('api.petstore.example');
    await until(path, 'usually issued within a few minutes');
    const outputs = JSON.parse(fixture.read('outputs.json'));
    outputs.hosts['api.petstore.example'].certificate = 'ISSUED';
    fixture.write('outputs.json', JSON.stringify(outputs));
    await page.send(`${path}/verify`, { form: {} });
    const html = await body(path);
    expect(html).toMatch(/<strong>certificate<\/strong>.* <small>since <time /);
    expect(html).toMatch(/<strong>declared<\/strong>.* <small>seen at <time /);
  });

  test('the day on which it was committed', async () => {
    await open();
    const path = pathOf('api.petstore.example');
    await until(path, 'declared');
    expect(await body(path)).not.toMatch(/on \d{4}-/);
    fixture.commit();
    expect(await body(path)).toContain(`on ${new Date().toISOString().slice(0, 10)},`);
  });

  test('after 30 minutes without a certificate: the advice', async () => {
    await open();
    const path = pathOf('api.petstore.example');
    await until(path, 'usually issued within a few minutes');
    minutesAhead = 31;
    await page.send(`${path}/verify`, { form: {} });
    expect(await body(path)).toMatch(/waited for 3\d min; it should be issued by now/);
  });

  test('a host that is not declared, or not a host name, is not found', async () => {
    await open();
    for (const host of ['nowhere.example', '%00', 'a%2fb'])
      expect((await page.send(pathOf(host))).status, host).toBe(404);
  });
});

describe('Verify', () => {
  const press = async () => {
    const { status, headers } = await page.send(`${pathOf(SHOP)}/verify`, { form: {} });
    expect({ status, location: headers.location }).toEqual({ status: 303, location: pathOf(SHOP) });
    return body(pathOf(SHOP));
  };

  test('an external host whose records are right joins petstore:verified', async () => {
    await open([`${SHOP} CNAME d1.cloudfront.example`, `_v.${SHOP} CNAME _x.acm-validations.aws`]);
    const first = await press();
    expect(texts(/<div class="result"[\s\S]*?<\/div>/.exec(first)?.[0] ?? '', /<p>(.*?)<\/p>/g)).toEqual([
      expect.stringMatching(/^Verified: .*\.$/),
      'It was added to petstore:verified in Pulumi.production.yaml.',
      'Then pulumi up --stack production attaches it.',
      'The commands for the pull request',
    ]);
    expect(first).toContain('verb=verify&amp;host=shop.partner.example');
    expect(productionText()).toMatch(/verified: \[shop\.partner\.example\]/);
    const again = await press();
    expect(again).toContain('It is in petstore:verified already.');
    expect(again).not.toMatch(/attaches it|verb=verify/);
    expect(await body(pathOf(SHOP))).toContain('>Re-verify<');
  });

  test('on the local stack, the file is deployed when it is written: there is no pull request', async () => {
    await open([`${SHOP} CNAME d1.cloudfront.example`, `_v.${SHOP} CNAME _x.acm-validations.aws`]);
    await page.close();
    fixture.write('Pulumi.local.yaml', FILE);
    fixture.writeLocal('outputs.json', JSON.stringify(OUTPUTS));
    const { resolver: dnsServer } = await fixture.serve({
      'partner.example': {
        on: ['127.0.0.24'],
        records: [`${SHOP} CNAME d1.cloudfront.example`, `_v.${SHOP} CNAME _x.acm-validations.aws`],
      },
    });
    const caFile = `${fixture.folder}/outputs.json`;
    fixture.writeLocal('ready.json', JSON.stringify({ hosts: {}, caFile, dnsServer, pid: process.pid }));
    page = await openDomains(fixture.folder, { stack: 'local', timeout: 0.15 });
    const { headers } = await page.send(`/stacks/local/hosts/${SHOP}/verify`, { form: {} });
    const html = await body(headers.location ?? '');
    expect(html).toContain('It was added to petstore:verified in Pulumi.local.yaml.');
    expect(html).toContain('Then npm run local attaches it.');
    expect(html).not.toContain('pull-request');
  });

  test('of a host in a zone of ours, DNS is read again, and nothing is written', async () => {
    await open();
    const path = pathOf('old.petstore.example');
    const { headers } = await page.send(`${path}/verify`, { form: {} });
    expect(headers.location).toBe(path);
    expect(await body(path)).toContain('<p>DNS was read again.</p>');
    expect(productionText()).toBe(FILE);
  });

  test('what cannot be known is the result of the press', async () => {
    await open([], 'nowhere.json');
    expect(await press()).toMatch(/<div class="result" role="status"><p>.*nowhere\.json cannot be read/);
    expect(productionText()).toBe(FILE);
  });

  test('one that lacks a record does not: what is missing is shown', async () => {
    await open([`${SHOP} CNAME d1.cloudfront.example`]);
    const html = await press();
    expect(html).toContain('Not verified yet; Pulumi.production.yaml was not changed.');
    expect(html).toContain(`_v.${SHOP}.  3600  IN  CNAME  _x.acm-validations.aws.`);
    expect(productionText()).toBe(FILE);
  });
});

describe('a change of production', () => {
  const form = { stack: 'production', host: 'New.petstore.example.', kind: 'host', site: 'docs' };

  test('shows the line, writes exactly that, and gives the commands for the pull request', async () => {
    await open();
    fixture.commit();
    fixture.git('remote', 'add', 'origin', 'https://git.example.test/petstore');
    const preview = (await page.send('/add/check', { form })).body;
    expect(texts(preview, /<span class="line added">(.*?)<\/span>$/gm)).toEqual([]);
    expect(texts(preview, /class="line added">(.*?)<span class="line same/gs)).toEqual([
      '+ added:       - new.petstore.example',
    ]);
    expect(productionText()).toBe(FILE);
    const { status, headers } = await page.send('/add', { form: { ...form, base: baseIn(preview) } });
    expect(status).toBe(303);
    expect(productionText()).toBe(FILE.replace(`- ${SHOP}\n`, `- ${SHOP}\n      - new.petstore.example\n`));
    const html = await body(headers.location ?? '');
    expect(texts(html, /<code class="copied">(.*?)<\/code>/g)).toEqual([
      'git switch -c add-new.petstore.example',
      'git commit -m &#39;Add new.petstore.example (production)&#39; -- Pulumi.production.yaml',
      'git push -u origin add-new.petstore.example',
      'gh pr create --fill',
    ]);
    expect(html).toContain('- new.petstore.example');
    expect(html).toContain('<title>Pull request for production');
    expect(html).toContain(
      '<p>It is in the working tree. A pull request checks it, and its merge deploys it.</p>',
    );
  });

  test('what is taken back before it was committed has no command', async () => {
    await open();
    fixture.commit();
    // Another change of the working tree is not of this edit.
    fixture.write('notes.txt', 'later');
    fixture.git('remote', 'add', 'origin', 'https://git.example.test/petstore');
    const html = await body('/stacks/production/pull-request?verb=remove&host=new.petstore.example');
    expect(html).toContain('The file is as the last commit has it: there is nothing to commit.');
    expect(html).not.toContain('<h2>Commands');
  });

  test('outside of a git checkout there is no pull request: the command deploys', async () => {
    await open();
    const preview = (await page.send('/add/check', { form })).body;
    const { headers } = await page.send('/add', { form: { ...form, base: baseIn(preview) } });
    const html = await body(headers.location ?? '');
    expect(texts(html, /<code class="copied">(.*?)<\/code>/g)).toEqual(['pulumi up --stack production']);
    expect(html).toContain('<title>Deployment for production');
    expect(html).toContain(
      '<p>This folder has no remote to open a pull request at: the last command deploys it.</p>',
    );
  });

  test('a file that has changed since is not overwritten', async () => {
    await open();
    const base = baseIn((await page.send('/add/check', { form })).body);
    fixture.write('Pulumi.production.yaml', `${FILE}# changed\n`);
    const { status, body: html } = await page.send('/add', { form: { ...form, base } });
    expect(status).toBe(422);
    expect(html).toContain('has changed since this page showed it');
    expect(productionText()).toBe(`${FILE}# changed\n`);
  });

  test.each([
    ['api_v2.petstore.example', 'did you mean'],
    ['*.petstore.example', 'wildcard'],
    ['co.uk', 'public suffix'],
  ])('%s is refused in the words of the config', async (host, why) => {
    await open();
    const { body: html } = await page.send('/add/check', { form: { ...form, host } });
    expect(html).toContain('It cannot be added');
    expect(html).toContain(why);
    expect(html).not.toContain('Write it to');
    expect((await page.send('/add', { form: { ...form, host, base: '' } })).status).toBe(422);
    expect(productionText()).toBe(FILE);
  });

  test('a file of another stack that cannot be read: it may have the host, so that nothing is written', async () => {
    await open();
    const base = baseIn((await page.send('/add/check', { form })).body);
    fixture.write('Pulumi.staging.yaml', 'config: [');
    const { body: html } = await page.send('/add/check', { form });
    expect(html).toContain('It cannot be added');
    expect(html).toContain('not compared with staging: Pulumi.staging.yaml cannot be read');
    expect(html).not.toContain('Write it to');
    const { status, body: refused } = await page.send('/add', { form: { ...form, base } });
    expect([status, refused]).toEqual([422, expect.stringContaining('correct that file first')]);
    expect(productionText()).toBe(FILE);
  });

  test('a host that is there already would change nothing, and there is nothing to write', async () => {
    await open();
    const { body: html } = await page.send('/add/check', { form: { ...form, host: 'petstore.example' } });
    expect(html).toContain('It is there already');
    expect(html).not.toContain('Write it to');
  });

  test('a removal says what ends, offers the redirect, and needs the acknowledgement', async () => {
    const old = deployedAs('docs', 'domain', 'old.petstore.example', 'ISSUED', 'd1.cloudfront.example');
    fixture.write(
      'outputs.json',
      JSON.stringify({ hosts: { ...OUTPUTS.hosts, 'old.petstore.example': old } }),
    );
    await open();
    const path = `${pathOf('old.petstore.example')}/remove`;
    const html = await body(path);
    expect(html).toContain(
      'Every request to https://old.petstore.example fails as soon as the change is deployed',
    );
    expect(html).toContain('kind=redirect&amp;to=petstore.example');
    const base = baseIn(html);
    for (const confirm of ['', 'petstore.example']) {
      const refused = await page.send(path, { form: { base, confirm } });
      expect(refused.status).toBe(422);
      expect(refused.body).toContain('This is another name: nothing was written.');
    }
    expect(productionText()).toBe(FILE);
    const { status } = await page.send(path, { form: { base, confirm: 'old.petstore.example' } });
    expect(status).toBe(303);
    expect(productionText()).toMatch(/removals: \[old\.petstore\.example\]/);
    expect(productionText()).not.toContain('- old.petstore.example');
  });

  test('of an apex at Route 53, whose alias record has no time of its own', async () => {
    fixture.write('Pulumi.production.yaml', FILE.replace(SHOP, 'petstore.dev'));
    const deployed = deployedAs('docs', 'domain', 'petstore.dev', 'ISSUED', 'd1.cloudfront.example');
    fixture.write('outputs.json', JSON.stringify({ hosts: { 'petstore.dev': deployed } }));
    await open();
    expect(await body(`${pathOf('petstore.dev')}/remove`)).toContain(
      '<ul><li>Every request to https://petstore.dev fails as soon as the change is deployed: the documentation is no longer served there.</li><li>Links to it break.</li><li>Its certificate, its attachment and its records are deleted.</li></ul>',
    );
  });

  test('of a redirect that is deployed, the old links break', async () => {
    const go = 'go.petstore.example';
    const redirects = `    redirects: [{ from: ${go}, to: petstore.example, status: 302 }]\n`;
    fixture.write('Pulumi.production.yaml', FILE.replace(/(?= {2}petstore:verified)/, redirects));
    const deployed = deployedAs('docs', 'redirect', go, 'ISSUED', 'd1.cloudfront.example');
    fixture.write('outputs.json', JSON.stringify({ hosts: { [go]: deployed } }));
    await open();
    expect(await body(`${pathOf(go)}/remove`)).toContain(
      '<ul><li>Requests to https://go.petstore.example are no longer redirected to https://petstore.example. Resolvers may send clients there for 3600 s more.</li><li>Old links that rely on it break.</li><li>Its certificate, its attachment and its records are deleted.</li></ul>',
    );
  });

  test('a host that was never deployed is removed as by the command: without its name, and in no list', async () => {
    await open();
    const path = `${pathOf('old.petstore.example')}/remove`;
    const html = await body(path);
    expect(html).toContain('it was never deployed, as the outputs of production do not have it');
    expect(html).not.toMatch(/Type old|fails as soon|Either redirect|petstore:removals/);
    const { status } = await page.send(path, { form: { base: baseIn(html) } });
    expect([status, productionText()]).toEqual([303, FILE.replace(/.*- old\.petstore\.example\n/, '')]);
  });

  test('a domain becomes a redirect in one change, which the map shows', async () => {
    await open();
    const redirect = {
      ...form,
      host: 'old.petstore.example',
      kind: 'redirect',
      to: 'petstore.example',
      status: '308',
    };
    const preview = (await page.send('/add/check', { form: redirect })).body;
    await page.send('/add', { form: { ...redirect, base: baseIn(preview) } });
    expect(productionText()).toContain('- { from: old.petstore.example, to: petstore.example, status: 308 }');
    const map = await body('/redirects');
    expect(map).toContain('<b>308</b>');
    expect(map).toContain('https://petstore.example');
    const loop = { ...redirect, host: 'x.petstore.example', to: 'old.petstore.example' };
    expect((await page.send('/add/check', { form: loop })).body).toContain('It cannot be added');
  });
});
