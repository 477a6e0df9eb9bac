// `npm run local`: the whole stack on this machine, with no account, no network and no Pulumi CLI; and the domains page beside it.
// (The script's --max-semi-space-size=1 and --optimize-for-size save another 70 MB once started.)
import '../infra/run/pulumi-startup.ts';
import './local/sdk-without-compiler.ts';
import { CliCommand } from './cli-command.ts';
import type { StartOptions } from './local/start-plan.ts';
import { listeningPort } from './options.ts';

const command = new CliCommand('npm run local --')
  .description('Run the pets API, its documentation and their custom hosts on an embedded local cloud.')
  .option('--port <port>', 'HTTPS port', listeningPort, 8443)
  .option(
    '--http-port <port>',
    'HTTP port, of the documentation and of redirects; the API has none',
    listeningPort,
    8080,
  )
  .option('--dns-port <port>', 'DNS port, UDP and TCP', listeningPort, 5354)
  .option('--internet <file>', 'a zone file with the records of the rest of the internet')
  .option(
    '--fresh',
    'delete the data, keys and certificates of earlier runs, of those with --engine where it is given',
    false,
  )
  .option('--engine', 'deploy with the real Pulumi engine, from the `pulumi` on the path', false)
  .notes(
    'Everything listens on the loopback only, and is kept under .local/. Port 0 is a free one. The domains page has a free port of its own, which its printed address names.',
  )
  .examples(['', '--port 9443 --dns-port 5454', '--fresh'])
  .showHelpAfterError('(--help shows the options)');

command.action(async (options: StartOptions) => {
  const [{ runLocal }, { servePage }, { processIo }] = await Promise.all([
    import('./local/run.ts'),
    import('./domains/open/server/listen.ts'),
    import('./domains/io.ts'),
  ]);
  process.exitCode = await runLocal(options, (folder, signal) =>
    servePage(folder, { ...processIo(signal), folder }),
  );
});

await command.parseAsync();
