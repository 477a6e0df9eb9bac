// The addresses, and commands to try; each command works when pasted.
import { dirname, join, relative } from 'node:path';
import { pad, shown } from '@petstore/custom-domains/output';
import type { Cloud } from '@petstore/local-cloud/cloud';
import type { StackPlan } from '../../infra/plan/types.ts';
import { LOCAL_FILES, type Ready } from '../local-files.ts';
import { seconds, type Terminal } from '../terminal.ts';
import type { LocalOutputs } from './ready.ts';

export interface WelcomeContext {
  readonly cloud: Pick<Cloud, 'internetFile'>;
  /** URLs at which no client reaches the host yet, each with the reason. */
  readonly notServed: ReadonlyMap<string, string>;
}

export function welcome(out: Terminal, ready: Ready, { cloud, notServed }: WelcomeContext): void {
  const { apiUrl, docsUrl, dashboardUrl, apiKey, hosts, dnsServer } = ready;
  const ca = relative(process.cwd(), ready.caFile);
  const keyFile = join(dirname(ca), LOCAL_FILES.key);
  const [address, port] = dnsServer.split(':');
  const authorization = `-H 'Authorization: Bearer ${apiKey}'`;
  const label = (text: string) => out.paint('bold', pad(text, 9));
  const others = Object.values(hosts)
    .map(({ url }) => url)
    .filter((url) => url !== apiUrl && url !== docsUrl);
  const marked = (url: string) => {
    const why = notServed.get(url);
    return why === undefined ? shown`${url}` : shown`${url}  ${out.paint('dim', `(${why})`)}`;
  };
  const lines = [
    shown``,
    shown`  ${label('API')}${out.paint('cyan', apiUrl)}`,
    shown`  ${label('Docs')}${out.paint('cyan', docsUrl)}`,
    ...others.map((url, index) => shown`  ${label(index === 0 ? 'Also' : '')}${marked(url)}`),
    shown`  ${label('Domains')}${out.paint('cyan', dashboardUrl)}`,
    shown`  ${label('Key')}${apiKey}  ${out.paint('dim', `(the same in every run, until it is revoked or has a week left of its 30 days; stored in ${keyFile})`)}`,
    shown`  ${label('CA')}${ca}  ${out.paint('dim', '(valid under .localhost, .test, .example and .invalid only)')}`,
    shown`  ${label('DNS')}${dnsServer}`,
    shown`  ${label('Log')}.local/${LOCAL_FILES.log}  ${out.paint('dim', "(requests, and the function's log)")}`,
    shown``,
    shown`  Try it`,
    shown`    curl --cacert ${ca} ${authorization} ${apiUrl}/pets`,
    shown`    curl --cacert ${ca} ${authorization} -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1}' ${apiUrl}/pets`,
    shown`    dig @${address} -p ${port} ${new URL(apiUrl).hostname} CNAME  ${out.paint('dim', '(where dig is installed)')}`,
    shown`    npm run keys -- list`,
    shown`    npm run domains -- status --stack local`,
    shown``,
    shown`  curl and browsers resolve *.localhost themselves. Where Python or Node does not, a line in the hosts file helps:`,
    shown`    127.0.0.1 ${new URL(apiUrl).hostname} ${new URL(docsUrl).hostname}`,
    shown``,
    shown`  Ready in ${seconds(performance.now())}. Watching Pulumi.local.yaml, ${relative(process.cwd(), cloud.internetFile)} and service/. Ctrl-C stops; your data stays.`,
  ];
  for (const line of lines) out.line(line);
}

/** By the URL of the host. */
export function notServed(
  { hosts }: Pick<StackPlan, 'hosts'>,
  outputs: Pick<LocalOutputs, 'hosts'>,
): ReadonlyMap<string, string> {
  const reasons = hosts.flatMap(({ host, zone }): [string, string][] => {
    const deployed = outputs.hosts[host];
    if (deployed === undefined) return [];
    if (deployed.waiting !== undefined)
      return [[deployed.url, `still leads to its old place: npm run domains -- move ${host}`]];
    const isUnverified = zone.provider === 'external' && !zone.verified;
    return isUnverified ? [[deployed.url, `is not verified yet: npm run domains -- status ${host}`]] : [];
  });
  return new Map(reasons);
}
