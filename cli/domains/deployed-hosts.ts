// The stack's outputs: which hosts are deployed, and with which records. From a file, the local cloud, or the Pulumi CLI.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Expected } from '@petstore/custom-domains/preflight';
import { z } from 'zod';
import { UsageError } from '../usage-error.ts';
import { localFile } from './running-cloud.ts';

const record = z.object({
  name: z.string(),
  type: z.string(),
  value: z.string(),
  ttl: z.number(),
  purpose: z.enum(['validation', 'routing']),
});
const host = z.object({
  site: z.enum(['api', 'docs']),
  role: z.enum(['primary', 'domain', 'redirect']),
  target: z.string().optional(),
  url: z.string().optional(),
  certificate: z.string(),
  reason: z.string().optional(),
  earlierRequest: z.string().optional(),
  records: z.array(record),
});
/** A host that preflight left out of the deployment. */
const blocked = z.object({ blocked: z.array(z.object({ code: z.string() })) });
/** As `pulumi stack output --json` writes it; other outputs are left alone. */
const outputs = z.object({ hosts: z.record(z.string(), z.union([blocked, host])) });

export type DeployedHost = z.infer<typeof host>;
/** Deployed hosts by name. */
export type Deployed = ReadonlyMap<string, DeployedHost>;

const pulumiTimeoutMs = 60_000;

interface Where {
  readonly folder: string;
  readonly stack: string;
  /** --outputs */
  readonly file?: string;
}

/** From --outputs, or for the local stack from what `npm run local` wrote; undefined where neither is there. */
export function readOutputs({ folder, stack, file }: Where): Deployed | undefined {
  if (file !== undefined) return parse(file, readGiven(resolve(folder, file)));
  const local = localFile(folder, 'outputs');
  return stack === 'local' && existsSync(local) ? parse(local, readFileSync(local, 'utf8')) : undefined;
}

/** The same, asking the Pulumi CLI where no file says; a UsageError that says what to give where that fails too. */
export async function requireOutputs(where: Where, signal: AbortSignal): Promise<Deployed> {
  const known = readOutputs(where);
  if (known !== undefined) return known;
  if (where.stack === 'local') {
    throw new UsageError(
      'The local stack is not deployed here.',
      'start it in another terminal: npm run local',
    );
  }
  const command = `pulumi stack output --json --stack ${where.stack}`;
  const options = { cwd: where.folder, timeout: pulumiTimeoutMs, signal };
  try {
    const { stdout } = await promisify(execFile)('pulumi', command.split(' ').slice(1), options);
    return parse(command, stdout);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `What stack ${where.stack} has deployed is not known: ${firstLine(error)}.`,
      `give it with --outputs FILE, as "${command}" writes it`,
    );
  }
}

/** What the host must be found with; undefined for one that is not deployed, or failed. */
export function expectedOf(deployed: DeployedHost | undefined): Expected | undefined {
  if (deployed === undefined || deployed.certificate === 'FAILED') return undefined;
  const validation = deployed.records.find(({ purpose }) => purpose === 'validation');
  const routing = deployed.records.find(({ purpose }) => purpose === 'routing');
  return { target: routing?.value ?? deployed.target, validation };
}

export function expectedHosts(deployed: Deployed | undefined): Map<string, Expected> {
  const known = [...(deployed ?? [])].map(([name, one]) => [name, expectedOf(one)] as const);
  return new Map(known.filter((entry): entry is [string, Expected] => entry[1] !== undefined));
}

function readGiven(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read: ${firstLine(error)}.`,
      'give the file that holds the outputs',
    );
  }
}

/** The output `hosts` by itself; a blocked host is not deployed, and left away. Throws where it is something else. */
export function readHosts(value: unknown): Deployed {
  const hosts = Object.entries(outputs.parse({ hosts: value }).hosts);
  return new Map(hosts.filter((entry): entry is [string, DeployedHost] => !('blocked' in entry[1])));
}

function parse(source: string, text: string): Deployed {
  try {
    return readHosts(JSON.parse(text)?.hosts);
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error) : firstLine(error);
    throw new UsageError(`${source} does not hold the outputs of this project's stack: ${what}`, wanted);
  }
}

const wanted = 'it should be what "pulumi stack output --json" writes';

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if ((error as NodeJS.ErrnoException).code === 'ENOENT' && text.includes('spawn'))
    return 'no pulumi is on the path';
  return (text.split('\n')[0] ?? '').replace(/\.$/, '');
}
