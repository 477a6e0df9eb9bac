// Whether the site of a stack is deployed and answers at its default addresses, whatever became of its own hosts.
//   node --conditions=@petstore/source .github/scripts/site.ts STACK EVENTS [SECONDS]
// EVENTS is what `pulumi up --event-log` wrote; SECONDS, how long an address may take to answer.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { main } from './github.ts';
import { siteProblems } from './site-problems.ts';
import { type Resource, resources } from './state.ts';

const [stack = '', events = '', seconds = '60'] = process.argv.slice(2);
const pauseMs = 3_000;
const timeoutMs = 10_000;

interface Address {
  readonly url: string;
  readonly isRight: (response: Response) => Promise<boolean>;
}

await main(async () => {
  const problems = siteProblems(existsSync(events) ? readFileSync(events, 'utf8') : '');
  if (problems.length > 0) throw new Error(`The site of ${stack} is not deployed: ${problems.join('; ')}`);
  const until = Date.now() + Number(seconds) * 1000;
  for (const address of addresses(resources(stack))) await answer(address, until);
  if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, 'site=answers\n');
});

/** Those that AWS gives: the gateway's own, and that of the distribution that is no host's. */
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
    { url: `${api}/v1/openapi.json`, isRight: async (response) => /"openapi":/.test(await response.text()) },
    {
      url: `https://${docs}/`,
      isRight: async ({ headers }) => headers.get('content-type')?.startsWith('text/html') === true,
    },
  ];
}

/** Throws with what it said last: a name that is new may take its time. */
async function answer(address: Address, until: number): Promise<void> {
  for (;;) {
    const problem = await probe(address);
    if (problem === undefined) return console.log(`${address.url} answers`);
    if (Date.now() + pauseMs > until) throw new Error(`${address.url} ${problem}`);
    await sleep(pauseMs);
  }
}

async function probe({ url, isRight }: Address): Promise<string | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    if (response.status !== 200) return `answers ${response.status}`;
    return (await isRight(response)) ? undefined : 'answers 200 with something else';
  } catch (error) {
    const { message, cause } = error as Error;
    return `does not answer: ${cause instanceof Error ? cause.message : message}`;
  }
}
