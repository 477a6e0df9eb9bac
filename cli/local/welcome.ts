// The addresses, and commands to try, which fit into 80 columns but for long folders, and work when they are pasted in their order.
import { dirname, join, relative } from 'node:path';
import { command, pad, shown, type Terminal } from '@petstore/custom-domains/output';
import { LOCAL_FILES, type Ready } from '../local-files.ts';
import { seconds } from '../terminal.ts';

export function welcome(out: Terminal, ready: Ready, engine: boolean): void {
  const { apiUrl, docsUrl, dashboardUrl, apiKey, hosts, dnsServer } = ready;
  const ca = relative(process.cwd(), ready.caFile);
  const keyFile = join(dirname(ca), LOCAL_FILES.key);
  const [address, port] = dnsServer.split(':');
  // As an argument, other users of the machine could read the key. The function also works in another folder.
  const authorization = `@${join(dirname(ready.caFile), LOCAL_FILES.authorization)}`;
  const label = (text: string) => out.paint('bold', pad(text, 9));
  const note = (text: string) => out.paint('dim', `(${text})`);
  const others = Object.values(hosts).filter(({ url }) => url !== apiUrl && url !== docsUrl);
  const lines = [
    shown``,
    shown`  ${label('API')}${out.paint('cyan', apiUrl)}`,
    shown`  ${label('Docs')}${out.paint('cyan', docsUrl)}`,
    ...others.map(
      ({ url, site, role }, index) =>
        shown`  ${label(index === 0 ? 'Also' : '')}${url}  ${note(role === 'redirect' ? `a redirect of ${site}` : site)}`,
    ),
    shown`  ${label('Domains')}${out.paint('cyan', dashboardUrl)}`,
    shown`  ${label('Key')}${apiKey}`,
    shown`  ${label('')}${note(`in ${keyFile}; the same in each run${engine ? ', until destroy' : ''}`)}`,
    shown`  ${label('CA')}${ca}  ${note('.localhost, .test, .example, .invalid only')}`,
    shown`  ${label('DNS')}${dnsServer}`,
    shown`  ${label('Log')}.local/${LOCAL_FILES.log}  ${note("requests, and the function's log")}`,
    shown``,
    shown`  Try it  ${note(`ID: of an animal${engine ? '; pulumi: in another terminal' : ''}`)}`,
    shown`    api() { ${command`curl -sS --cacert ${ready.caFile}`} \\`,
    shown`      ${command`-H ${authorization}`} -H 'Content-Type: application/json' \\`,
    shown`      ${command`${apiUrl}`}"$@"; echo; }`,
    shown`    api /pets -d '{"name":"Rex","categoryId":1}'`,
    shown`    api /pets`,
    shown`    api /pets/ID`,
    shown`    api /store/orders -d '{"petId":ID,"quantity":1}'`,
    shown`    ${command`dig ${`@${address}`} -p ${port} ${new URL(apiUrl).hostname} A`}`,
    shown`    npm run keys -- list`,
    shown`    npm run domains -- status --stack local`,
    ...(engine ? [shown`    source .local/pulumi.env && ${command`pulumi preview`}`] : []),
    shown``,
    shown`  curl and browsers resolve *.localhost themselves. Where Python or Node does`,
    shown`  not, a line in the hosts file helps:`,
    shown`    127.0.0.1 ${new URL(apiUrl).hostname} ${new URL(docsUrl).hostname}`,
    shown``,
    shown`  Ready in ${seconds(performance.now())}. Watching Pulumi.local.yaml, ${relative(process.cwd(), ready.internetFile)}${engine ? ',' : ''}`,
    shown`  ${engine ? 'service/ and infra/' : 'and service/'}. Ctrl-C stops; your data stays.`,
  ];
  for (const line of lines) out.line(line);
}
