// Checks that the site of a stack is deployed and served at its default addresses, whether or not custom hosts failed.
//   node .github/scripts/site.ts STACK EVENTS [SECONDS]
// EVENTS is the file that `pulumi up --event-log` wrote; SECONDS bounds the wait for each address.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { shown } from '../../packages/custom-domains/src/output/index.ts';
import { main } from './github.ts';
import { log } from './log.ts';
import { siteProblems } from './site-problems.ts';
import { type Resource, resources } from './state.ts';

const [stack = '', events = '', seconds = '60'] = process.argv.slice(2);
const PAUSE_MS = 3_000;
const TIMEOUT_MS = 10_000;

interface Address {
  readonly url: string;
  readonly isExpected: (response: Response) => Promise<boolean>;
}

await main(async () => {
  const problems = siteProblems(existsSync(events) ? readFileSync(events, 'utf8') : '');
  if (problems.length > 0) throw new Error(`The site of ${stack} is not deployed: ${problems.join('; ')}`);
  const until = Date.now() + Number(seconds) * 1000;
  for (const address of addresses(resources(stack))) await waitFor(address, until);
  if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, 'site=ok\n');
});

/** The addresses that AWS assigns: the gateway's, and the one of the distribution that serves no custom host. */
function addresses(all: readonly Resource[]): readonly Address[] {
  const own = all.filter(({ urn }) => !urn.includes('petstore:domains:CustomHost$'));
  const output = (type: string, name: string) => {
    const value = own.find((one) => one.type === type)?.outputs?.[name];
    if (typeof value === 'string') return value;
    throw new Error(`The state of ${stack} has no ${name} of an ${type}`);
  };
  const api = output('aws:apigatewayv2/api:Api', 'apiEndpoint');
  const docs = output('aws:cloudfront/distribution:Distribution', 'domainName');
  return [
    {
      url: `${api}/v1/openapi.json`,
      isExpected: async (response) => /"openapi":/.test(await response.text()),
    },
    {
      url: `https://${docs}/`,
      isExpected: async ({ headers }) => headers.get('content-type')?.startsWith('text/html') === true,
    },
  ];
}

/** Throws with the last problem; a new name may need some time. */
async function waitFor(address: Address, until: number): Promise<void> {
  for (;;) {
    const problem = await probe(address);
    if (problem === undefined) return log.line(shown`${address.url} responds`);
    if (Date.now() + PAUSE_MS > until) throw new Error(`${address.url} ${problem}`);
    await sleep(PAUSE_MS);
  }
}

async function probe({ url, isExpected }: Address): Promise<string | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status !== 200) return `responds ${response.status}`;
    return (await isExpected(response)) ? undefined : 'responds 200 with something else';
  } catch (error) {
    const { message, cause } = error as Error;
    return `does not respond: ${cause instanceof Error ? cause.message : message}`;
  }
}
