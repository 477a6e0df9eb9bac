// The addresses that `npm run local` prints: one at which no client reaches its host yet says so.
import { expect, test } from 'vitest';
import { notServed } from '../../../cli/local/not-served.ts';
import type { LocalOutputs } from '../../../cli/local/ready.ts';
import { welcome } from '../../../cli/local/welcome.ts';
import type { Ready } from '../../../cli/local-files.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import { shown } from '../../../packages/custom-domains/src/output/index.ts';

const urlOf = (host: string) => `https://${host}:8443`;
const OWN = { provider: 'route53' };
const PLAN = {
  hosts: [
    { host: 'live.localhost', zone: OWN },
    { host: 'elsewhere.localhost', zone: OWN },
    { host: 'partner.localhost', zone: { provider: 'external', verified: false } },
    { host: 'new.localhost', zone: OWN },
  ],
} as unknown as StackPlan;
const OUTPUTS = {
  hosts: {
    'live.localhost': { url: urlOf('live.localhost') },
    'elsewhere.localhost': {
      url: urlOf('elsewhere.localhost'),
      waiting: { old: [], isByHand: false, aliasWaits: true },
    },
    'partner.localhost': { url: urlOf('partner.localhost') },
  },
} as unknown as LocalOutputs;

function printed(isPainted = false): string {
  const lines: string[] = [];
  const out = {
    ...{ isTerminal: false, columns: 100, status: () => undefined },
    line: (text: unknown) => void lines.push(String(text)),
    paint: (style: unknown, text: Parameters<typeof shown>[1]) =>
      isPainted ? shown`<${String(style)}>${text}</>` : shown`${text}`,
  };
  const names = Object.keys(OUTPUTS.hosts);
  const ready = {
    ...{
      apiUrl: 'https://api.localhost/v1',
      docsUrl: 'https://docs.localhost',
      dashboardUrl: 'http://127.0.0.1',
    },
    ...{ apiKey: 'pets_test_x', caFile: '.local/ca.pem', dnsServer: '127.0.0.1:53' },
    hosts: Object.fromEntries(
      [...names.map(urlOf), 'https://docs.localhost', 'https://api.localhost/v1'].map((url) => [
        url,
        { url },
      ]),
    ),
  } as unknown as Ready;
  welcome(out, ready, { cloud: { internetFile: 'internet.zone' }, notServed: notServed(PLAN, OUTPUTS) });
  return lines.join('\n');
}

test.each([
  ['live', ''],
  ['elsewhere', '  (still leads to its old place: npm run domains -- move elsewhere.localhost)'],
  ['partner', '  (is not verified yet: npm run domains -- status partner.localhost)'],
])('%s', (name, mark) => {
  const line = printed()
    .split('\n')
    .find((one) => one.includes(urlOf(`${name}.localhost`)));
  expect(line?.slice(line.indexOf('https:'))).toBe(`${urlOf(`${name}.localhost`)}${mark}`);
});

test('the whole of it: the other hosts once, and each address and note in its style', () => {
  const text = printed(true).replace(/Ready in \d+\.\d s/, 'Ready in TIME s');
  expect(text).toMatchInlineSnapshot(`
    "
      <bold>API      </><cyan>https://api.localhost/v1</>
      <bold>Docs     </><cyan>https://docs.localhost</>
      <bold>Also     </>https://live.localhost:8443
      <bold>         </>https://elsewhere.localhost:8443  <dim>(still leads to its old place: npm run domains -- move elsewhere.localhost)</>
      <bold>         </>https://partner.localhost:8443  <dim>(is not verified yet: npm run domains -- status partner.localhost)</>
      <bold>Domains  </><cyan>http://127.0.0.1</>
      <bold>Key      </>pets_test_x  <dim>(the same in every run, until it is revoked or has a week left of its 30 days; stored in .local/api-key)</>
      <bold>CA       </>.local/ca.pem  <dim>(valid under .localhost, .test, .example and .invalid only)</>
      <bold>DNS      </>127.0.0.1:53
      <bold>Log      </>.local/cloud.log  <dim>(requests, and the function's log)</>

      Try it
        curl --cacert .local/ca.pem -H 'Authorization: Bearer pets_test_x' https://api.localhost/v1/pets
        curl --cacert .local/ca.pem -H 'Authorization: Bearer pets_test_x' -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1}' https://api.localhost/v1/pets
        dig @127.0.0.1 -p 53 api.localhost CNAME  <dim>(where dig is installed)</>
        npm run keys -- list
        npm run domains -- status --stack local

      curl and browsers resolve *.localhost themselves. Where Python or Node does not, a line in the hosts file helps:
        127.0.0.1 api.localhost docs.localhost

      Ready in TIME s. Watching Pulumi.local.yaml, internet.zone and service/. Ctrl-C stops; your data stays."
  `);
});
