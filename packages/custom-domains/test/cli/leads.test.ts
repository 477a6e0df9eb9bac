// What hosts lead to, as the commands see it on a web server of the test: its port, its page, and an interruption meanwhile.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/command.ts';
import { startDns, type TestDns } from '../preflight/dns-server.ts';

const WEB = '127.0.0.21';
let dns: TestDns;
let web: Server;
let asked: string[];
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  dns = await startDns({
    'example.com': {
      on: ['127.0.0.11'],
      records: [
        'blog.example.com CNAME octocat.github.io',
        'cdn.example.com CNAME d2.cloudfront.net',
        'old.example.com CNAME old.eu-west-1.elasticbeanstalk.com',
        'example.com CAA 0 issue letsencrypt.org',
      ],
    },
    'github.io': { on: ['127.0.0.12'], records: [`octocat.github.io A ${WEB}`] },
    'cloudfront.net': { on: ['127.0.0.13'], records: ['d2.cloudfront.net A 192.0.2.9'] },
    'elasticbeanstalk.com': { on: ['127.0.0.13'] },
  });
  web = createServer((request, response) => {
    asked.push(`${request.headers.host}`);
    respond(response);
  });
  await new Promise<void>((resolve) => web.listen(0, WEB, () => resolve()));
});
beforeEach(() => {
  asked = [];
  respond = (response) => void response.writeHead(404).end("There isn't a GitHub Pages site here.");
});
afterAll(async () => {
  web.closeAllConnections();
  await Promise.all([dns.close(), new Promise((resolve) => web.close(resolve))]);
});

async function run(args: readonly string[], signal = new AbortController().signal) {
  const lines: string[] = [];
  const { port } = web.address() as AddressInfo;
  const network = ['--resolver', dns.resolver, '--web-port', `${port}`];
  const status = await main([...args, ...network], {
    print: (text) => void lines.push(`${text}`),
    error: (text) => void lines.push(`stderr: ${text}`),
    progress: (text) => void lines.push(`progress: ${text}`),
    lines: async function* () {},
    ...{ color: false, width: 110, signal },
  });
  const text = [...lines, `[${status}]`].join('\n');
  return text.replaceAll(dns.resolver, 'RESOLVER').replaceAll(`${port}`, 'PORT');
}

test('one name that leads to a site of nobody', async () => {
  expect(await run(['dangling', 'blog.example.com'])).toMatchInlineSnapshot(`
    "progress: reading where 1 name leads
    progress: 
    1 name

      ! blog.example.com  1 warning
          target-missing            blog.example.com → octocat.github.io: GitHub Pages answers "There isn't a
                                    GitHub Pages site here." (HTTP 404)
                                    nobody has blog.example.com at GitHub Pages; whether others can take it:
                                    anybody can, unless the domain is verified at GitHub
                                    remove the record, or create what it points to
                                    remove  blog.example.com.  300  IN  CNAME  octocat.github.io.
          then    npx custom-domains dangling blog.example.com --resolver RESOLVER --web-port PORT

    Nothing blocks it.
    [0]"
  `);
  expect(asked).toEqual(['blog.example.com']);
});

test('a check has it too, after what is worse', async () => {
  const hosts = ['blog.example.com', 'old.example.com'];
  expect(await run(['check', ...hosts, '--authority', 'amazon'])).toMatchInlineSnapshot(`
    "progress: reading DNS: 0 of 2 hosts
    progress: reading DNS: 1 of 2 hosts
    progress: reading DNS: 2 of 2 hosts
    progress: 
    2 hosts: its present records, certificate of Amazon

      ✗ blog.example.com  blocked, 2 findings
          caa-blocks-authority      example.com allows only letsencrypt.org
                                    the certificate authority must not issue, although validation would still
                                    succeed
                                    add one record at example.com; the existing ones can stay
                                    add     example.com.  3600  IN  CAA  0 issue "amazon.com"
          target-missing            blog.example.com → octocat.github.io: GitHub Pages answers "There isn't a
                                    GitHub Pages site here." (HTTP 404)
                                    nobody has blog.example.com at GitHub Pages; whether others can take it:
                                    anybody can, unless the domain is verified at GitHub
                                    remove the record, or create what it points to
                                    remove  blog.example.com.  300  IN  CNAME  octocat.github.io.
          then    npx custom-domains check blog.example.com --authority amazon --resolver RESOLVER --web-port PORT
      ✗ old.example.com   blocked, 2 findings
          caa-blocks-authority      example.com allows only letsencrypt.org
                                    the certificate authority must not issue, although validation would still
                                    succeed
                                    add one record at example.com; the existing ones can stay
                                    add     example.com.  3600  IN  CAA  0 issue "amazon.com"
          target-claimable          old.example.com → old.eu-west-1.elasticbeanstalk.com, which does not exist
                                    (NXDOMAIN)
                                    anybody can create it at AWS Elastic Beanstalk, and would then serve
                                    old.example.com, read its cookies and get certificates for it
                                    (https://github.com/EdOverflow/can-i-take-over-xyz/issues/194)
                                    remove the record now; set it again when the resource exists
                                    remove  old.example.com.  300  IN  CNAME  old.eu-west-1.elasticbeanstalk.com.
          then    npx custom-domains check old.example.com --authority amazon --resolver RESOLVER --web-port PORT

    2 of 2 blocked. Details: --json
    [1]"
  `);
  expect(asked).toEqual(['blog.example.com']);
});

test.each([
  ['another distribution has the host', 'cname:d1.cloudfront.net'],
  ['a load balancer may take it from a distribution', 'cname:x.us-east-1.elb.amazonaws.com'],
])('the host of a distribution: %s', async (_, target) => {
  const printed = await run(['check', 'cdn.example.com', '--target', target, '--authority', 'letsencrypt']);
  expect(printed.replace(/^progress: .*\n/gm, '')).toMatchSnapshot();
});

describe('an interruption while a web server is silent ends it at once, without a result', () => {
  test.each([
    ['dangling', ['dangling', 'blog.example.com']],
    ['check', ['check', 'blog.example.com', '--authority', 'amazon']],
  ])('%s', async (_, args) => {
    const stop = new AbortController();
    respond = () => stop.abort();
    const started = performance.now();
    const printed = await run(args, stop.signal);
    // A silent server is waited for 5 s.
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(printed.replace(/^progress: .*\n/gm, '')).toBe('stderr: interrupted\n[130]');
  });
});
