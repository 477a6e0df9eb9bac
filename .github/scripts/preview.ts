// Previews a stack for the report of a pull request, into previews/STACK.json; nothing for a stack that does not exist, and for one
// with a zone that a role opens, which pull requests do not have (examples/bootstrap): the report then has its hosts alone.
//   node .github/scripts/preview.ts STACK
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadSettings } from '../../infra/config/stack-file.ts';
import { zoneAccount } from '../../packages/custom-domains/src/dns-hosts/index.ts';
import { run, stackExists } from './commands.ts';
import { log } from './github.ts';

const [stack = ''] = process.argv.slice(2);
const loaded = loadSettings('.', stack);
const accounts = 'settings' in loaded ? loaded.settings.zones.map((zone) => zoneAccount(zone)) : [];
if (accounts.some((account) => account !== undefined && account.variable === undefined))
  log.annotate('notice', `${stack} is not previewed: a zone needs a role that pull requests do not have`);
else if (stackExists(stack)) {
  // With --refresh, like the deployment. The output of a failed preview is kept: the report shows its error.
  const { stdout } = run('pulumi', ['preview', '--json', '--refresh', '--non-interactive', '--stack', stack]);
  mkdirSync('previews', { recursive: true });
  writeFileSync(`previews/${stack}.json`, stdout);
}
