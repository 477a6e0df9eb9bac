// The addresses, and commands to try; each command works when pasted.
import { dirname, join, relative } from 'node:path';
import { command, pad, shown } from '@petstore/custom-domains/output';
import { LOCAL_FILES, type Ready } from '../local-files.ts';
import { seconds, type Terminal } from '../terminal.ts';

export function welcome(out: Terminal, ready: Ready): void {
  const { apiUrl, docsUrl, dashboardUrl, apiKey, hosts, dnsServer } = ready;
  const ca = relative(process.cwd(), ready.caFile);
  const keyFile = join(dirname(ca), LOCAL_FILES.key);
  const [address, port] = dnsServer.split(':');
  // As an argument, other users of the machine could read it.
  const curl = command`curl --cacert ${ca} -H ${`@${join(dirname(ca), LOCAL_FILES.authorization)}`}`;
  const label = (text: string) => out.paint('bold', pad(text, 9));
  const others = Object.values(hosts)
    .map(({ url }) => url)
    .filter((url) => url !== apiUrl && url !== docsUrl);
  const lines = [
    shown``,
    shown`  ${label('API')}${out.paint('cyan', apiUrl)}`,
    shown`  ${label('Docs')}${out.paint('cyan', docsUrl)}`,
    ...others.map((url, index) => shown`  ${label(index === 0 ? 'Also' : '')}${url}`),
    shown`  ${label('Domains')}${out.paint('cyan', dashboardUrl)}`,
    shown`  ${label('Key')}${apiKey}  ${out.paint('dim', `(the same in every run, until it is revoked or has a week left of its 30 days; stored in ${keyFile})`)}`,
    shown`  ${label('CA')}${ca}  ${out.paint('dim', '(valid under .localhost, .test, .example and .invalid only)')}`,
    shown`  ${label('DNS')}${dnsServer}`,
    shown`  ${label('Log')}.local/${LOCAL_FILES.log}  ${out.paint('dim', "(requests, and the function's log)")}`,
    shown``,
    shown`  Try it`,
    shown`    ${command`${{ line: curl }} ${`${apiUrl}/pets`}`}`,
    shown`    ${command`${{ line: curl }} -H ${'Content-Type: application/json'} -d ${'{"name":"Rex","categoryId":1}'} ${`${apiUrl}/pets`}`}`,
    shown`    ${command`dig ${`@${address}`} -p ${port} ${new URL(apiUrl).hostname} CNAME`}  ${out.paint('dim', '(where dig is installed)')}`,
    shown`    npm run keys -- list`,
    shown`    npm run domains -- status --stack local`,
    shown``,
    shown`  curl and browsers resolve *.localhost themselves. Where Python or Node does not, a line in the hosts file helps:`,
    shown`    127.0.0.1 ${new URL(apiUrl).hostname} ${new URL(docsUrl).hostname}`,
    shown``,
    shown`  Ready in ${seconds(performance.now())}. Watching Pulumi.local.yaml, ${relative(process.cwd(), ready.internetFile)} and service/. Ctrl-C stops; your data stays.`,
  ];
  for (const line of lines) out.line(line);
}
