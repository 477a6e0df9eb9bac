// Runs `custom-domains dangling`: names that may lead to something deleted.
import { count, json, shown } from '../output/index.ts';
import { exitStatus, verdictOf } from '../preflight/index.ts';
import { checkTargets } from '../takeover/index.ts';
import { assertComplete, readHosts } from './hosts.ts';
import type { ToolIo } from './io.ts';
import { commandLine, nextCommand } from './next-command.ts';
import { networkOptions, openReader, type Values } from './options.ts';
import { resultText } from './text.ts';

/** Resolves to the exit status. */
export async function runDangling(names: readonly string[], values: Values, io: ToolIo): Promise<number> {
  assertComplete('dangling', names, values);
  const network = networkOptions(values);
  const reader = openReader(network, io.signal);
  const hosts = await readHosts(names, io);
  io.progress(shown`reading where ${count(hosts.length, 'name')} ${hosts.length === 1 ? 'leads' : 'lead'}`);
  const { webPort } = network;
  const found = await checkTargets(hosts, reader, { webPort, signal: io.signal });
  io.progress(shown``);
  const rows = hosts.map((host) => ({
    host,
    findings: found.get(host) ?? [],
    summary: 'leads to nothing that is known to be missing',
    again: commandLine('dangling', host, values),
  }));
  const status = exitStatus(rows.flatMap(({ findings }) => findings));
  if (io.signal.aborted) return status;
  const asJson = () =>
    json({
      names: rows.map(({ host, findings, again }) => ({
        name: host,
        verdict: verdictOf(findings),
        findings: findings.map((one) => ({ ...one, next: nextCommand(one, again) })),
      })),
      status,
    });
  io.print(values.json ? asJson() : resultText(shown`${count(rows.length, 'name')}`, rows, [], io));
  return status;
}
