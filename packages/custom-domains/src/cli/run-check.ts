// Runs `custom-domains check`, and shows its result.
import { count, json, type Shown, shown } from '../output/index.ts';
import { type CheckedHost, summarizeCaa, verdictOf } from '../preflight/index.ts';
import { type CheckResult, checkHosts } from './check.ts';
import { readHosts } from './hosts.ts';
import type { ToolIo } from './io.ts';
import { neededRecord } from './needed-record.ts';
import { commandLine, nextCommand } from './next-command.ts';
import { type CheckOptions, checkOptions, networkOptions, type Values } from './options.ts';
import { openReader } from './reader.ts';
import { assertComplete } from './required.ts';
import { resultText } from './text.ts';

/** Resolves to the exit status. */
export async function runCheck(names: readonly string[], values: Values, io: ToolIo): Promise<number> {
  assertComplete('check', names, values);
  const options = checkOptions(values);
  const network = networkOptions(values);
  const reader = openReader(network, io.signal);
  const hosts = await readHosts(names, io);
  const { webPort } = network;
  const result = await checkHosts(hosts, options, reader, io, { webPort, signal: io.signal });
  if (io.signal.aborted) return result.status;
  io.print(values.json ? resultJson(result, options, values) : asText(result, options, values, io));
  return result.status;
}

function asText({ hosts, notes }: CheckResult, options: CheckOptions, values: Values, io: ToolIo): Shown {
  const { authority } = options.issuance;
  const rows = hosts.map((one) => ({
    host: one.plan.host,
    findings: one.findings,
    summary: summaryOf(one, options),
    needs: neededRecord(one, options.target),
    again: again(one, values),
  }));
  const heading = shown`${count(rows.length, 'host')}: ${options.target.title}, certificate of ${authority.title}`;
  return resultText(heading, rows, notes, io);
}

function summaryOf({ plan, observation }: CheckedHost, { target }: CheckOptions): string {
  const caa = summarizeCaa(plan, observation);
  return target.routing.kind === 'unchanged' ? caa : `${caa} · no conflicts`;
}

function resultJson(
  { hosts, notes, status }: CheckResult,
  { target, issuance }: CheckOptions,
  values: Values,
): Shown {
  const { id, title, issuers, sources } = issuance.authority;
  return json({
    authority: { id, title, issuers, methods: issuance.methods.map((method) => method.id), sources },
    target: {
      title: target.title,
      name: target.name,
      profile: target.profile?.id,
      source: target.profile?.source,
    },
    hosts: hosts.map((one) => ({
      host: one.plan.host,
      verdict: verdictOf(one.findings),
      needs: neededRecord(one, target),
      findings: one.findings.map(({ host: _, ...finding }) => ({
        ...finding,
        next: nextCommand({ ...finding, host: one.plan.host }, again(one, values)),
      })),
      again: again(one, values),
    })),
    notes,
    status,
  });
}

function again({ plan }: CheckedHost, values: Values): string {
  return commandLine('check', plan.host, values);
}
