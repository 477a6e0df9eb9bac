// Checks a plan over DNS of the test.
import { startDns } from '../../preflight/dns-server.ts';
import type { Internet } from '../../preflight/internet.ts';
import { runCli } from '../run-cli.ts';

export const on = ['127.0.0.11'];

/** `records`: of example.com, where old.example.net and 192.0.2.7 are what the samples replace and remove. */
export function internet(records: readonly string[], more: Internet = {}): Internet {
  const own = ['moved.example.com CNAME old.example.net', 'swapped.example.com A 192.0.2.7'];
  return {
    'example.com': { on, records: [...records, ...own] },
    'example.net': {
      on: ['127.0.0.12'],
      records: ['pages.example.net A 192.0.2.8', 'old.example.net A 192.0.2.9'],
    },
    ...more,
  };
}

/** `plan`: its content, or the file of a sample. */
export async function check(plan: string, zones: Internet, args: readonly string[] = ['--json']) {
  await using dns = await startDns(zones);
  const network = ['--resolver', dns.resolver, '--timeout', '0.5'];
  const file = plan.startsWith('{') ? '-' : plan;
  // Awaited here, as the DNS ends with the function.
  return await runCli(['check', '--plan', file, ...args, ...network], { lines: [plan] });
}

export interface Found {
  readonly host: string;
  readonly findings: readonly { readonly severity: string; readonly code: string }[];
}

/** `host: severity code`, of each finding. */
export async function found(plan: string, zones: Internet) {
  const { out, status } = await check(plan, zones);
  const hosts = JSON.parse(out).hosts as readonly Found[];
  const listed = hosts.flatMap(({ host, findings }) =>
    findings.map(({ severity, code }) => `${host}: ${severity} ${code}`),
  );
  return { listed: listed.sort(), status };
}
