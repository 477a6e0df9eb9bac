// `domains doctor`, this machine: the Node and the Pulumi CLI that the shell runs, and its variable.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { findCommand } from '../../local/engine-environment.ts';
import { LIMIT_MS, type Result } from './result.ts';

export async function toolResults(): Promise<Result[]> {
  const { version: sdk } = createRequire(import.meta.url)('@pulumi/pulumi/package.json');
  const goesOn = /^(true|1)$/i.test(process.env.PULUMI_CONTINUE_ON_ERROR ?? '');
  return [
    // As infra/main.js, which runs under any Node, refuses an older one.
    await tool('Node', 'node --version', '24', "npx -c 'pulumi up' uses the project's own"),
    await tool('Pulumi CLI', 'pulumi version', sdk, 'see https://www.pulumi.com/docs/install/'),
    {
      check: 'PULUMI_CONTINUE_ON_ERROR',
      state: goesOn ? 'ok' : 'wrong',
      found: goesOn ? 'is set' : 'is not true: one host that fails stops the rest',
      ...(!goesOn && { fix: 'export PULUMI_CONTINUE_ON_ERROR=true' }),
    },
  ];
}

/** `least`: the oldest version that will do. */
async function tool(check: string, command: string, least: string, fix: string): Promise<Result> {
  const [name = '', ...args] = command.split(' ');
  const file = findCommand(name);
  if (file === undefined) return { check, state: 'wrong', found: `there is no ${name} on the path`, fix };
  const printed = await promisify(execFile)(file, args, { timeout: LIMIT_MS }).catch(() => undefined);
  const version = /\d+\.\d+\.\d+\S*/.exec(printed?.stdout ?? '')?.[0];
  if (version === undefined) return { check, state: 'unknown', found: `${file} names no version`, fix };
  if (version.localeCompare(least, 'en', { numeric: true }) >= 0)
    return { check, state: 'ok', found: version };
  return { check, state: 'wrong', found: `${version} is older than ${least}`, fix };
}
