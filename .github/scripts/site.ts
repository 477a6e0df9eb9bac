// Checks that the site of a stack is deployed and served at its default addresses, whether or not custom hosts failed.
//   node .github/scripts/site.ts STACK EVENTS [SECONDS]
// EVENTS is the file that `pulumi up --event-log` wrote; SECONDS bounds the wait for each address.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOfHost } from '../../packages/custom-domains/src/names/index.ts';
import { shown } from '../../packages/custom-domains/src/output/index.ts';
import { exportState } from './commands.ts';
import { append, log, main } from './github.ts';
import { siteProblems } from './site-problems.ts';

const [stack = '', events = '', seconds = '60'] = process.argv.slice(2);
const PAUSE_MS = 3_000;
const TIMEOUT_MS = 10_000;

await main(async () => {
  const problems = siteProblems(existsSync(events) ? readFileSync(events, 'utf8') : '');
  if (problems.length > 0) throw new Error(`The site of ${stack} is not deployed: ${problems.join('; ')}`);
  const { deployment } = JSON.parse(exportState(stack)) as { deployment?: { resources?: Resource[] } };
  const own = (deployment?.resources ?? []).filter(({ urn }) => !isOfHost(urn));
  // Of resources that are not a custom host's: the gateway, and the distribution that serves no custom host.
  const output = (type: string, name: string): string => {
    const value = own.find((one) => one.type === type)?.outputs?.[name];
    if (typeof value === 'string') return value;
    throw new Error(`The state of ${stack} has no ${name} of an ${type}`);
  };
  const until = Date.now() + Number(seconds) * 1000;
  const api = output('aws:apigatewayv2/api:Api', 'apiEndpoint');
  await waitFor(`${api}/v1/openapi.json`, until, async (response) =>
    /"openapi":/.test(await response.text()),
  );
  const docs = output('aws:cloudfront/distribution:Distribution', 'domainName');
  await waitFor(`https://${docs}/`, until, async ({ headers }) =>
    (headers.get('content-type') ?? '').startsWith('text/html'),
  );
  append('GITHUB_OUTPUT', 'site=ok\n');
});

interface Resource {
  readonly urn: string;
  readonly type: string;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

type IsExpected = (response: Response) => Promise<boolean>;

/** Throws with the last problem; a new name may need some time. */
async function waitFor(url: string, until: number, isExpected: IsExpected): Promise<void> {
  for (;;) {
    const problem = await probe(url, isExpected);
    if (problem === undefined) return log.line(shown`${url} responds`);
    if (Date.now() + PAUSE_MS > until) throw new Error(`${url} ${problem}`);
    await sleep(PAUSE_MS);
  }
}

async function probe(url: string, isExpected: IsExpected): Promise<string | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status !== 200) return `responds ${response.status}`;
    return (await isExpected(response)) ? undefined : 'responds 200 with something else';
  } catch (error) {
    const { message, cause } = error as Error;
    return `does not respond: ${cause instanceof Error ? cause.message : message}`;
  }
}
