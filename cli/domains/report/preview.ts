// What `pulumi preview --json` says of a stack: its changes, what went wrong, and the hosts that are deployed now.
import { readFileSync } from 'node:fs';
import { parseUrn } from '@petstore/custom-domains/names';
import { z } from 'zod';
import { UsageError } from '../../usage-error.ts';
import { type Deployed, readHosts } from '../deployed-hosts.ts';

export type ResourceOperation = 'create' | 'update' | 'replace' | 'delete' | 'import';

export interface ResourceChange {
  readonly operation: ResourceOperation;
  /** `acm.Certificate`, or `CustomHost` for a component of ours. */
  readonly type: string;
  /** The logical name. */
  readonly name: string;
  /** Top-level properties that differ; empty where everything is new or gone. */
  readonly properties: readonly string[];
}

export interface Preview {
  readonly changes: readonly ResourceChange[];
  readonly unchanged: number;
  /** With the first, nothing after it is known. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Empty: nothing is deployed yet. Undefined: the preview did not get so far. */
  readonly deployed?: Deployed;
}

/** There is no preview, or none that can be read; in one sentence without a final dot. */
export interface NoPreview {
  readonly unknown: string;
}

const step = z.object({
  op: z.string(),
  urn: z.string(),
  // Which of the two there are is up to the provider.
  detailedDiff: z.record(z.string(), z.unknown()).nullish(),
  diffReasons: z.array(z.string()).nullish(),
  oldState: z.object({ outputs: z.object({ hosts: z.unknown().optional() }).nullish() }).nullish(),
});
const diagnostic = z.object({ message: z.string(), severity: z.string() });
const digest = z.object({
  steps: z.array(step).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
  diagnostics: z.array(diagnostic).nullish(),
});
type Step = z.infer<typeof step>;

/** `staging=preview.json` for each; a UsageError for what is not of that form, or names none of the stacks. */
export function previewFiles(given: readonly string[], stacks: readonly string[]): Map<string, string> {
  return new Map(
    given.map((text) => {
      const [stack = '', ...file] = text.split('=');
      if (file.join('=') !== '' && stacks.includes(stack)) return [stack, file.join('=')];
      throw new UsageError(
        `--preview ${text} names no file of one of the stacks.`,
        `for example --preview ${stacks[0]}=preview.json; stacks: ${stacks.join(', ')}`,
      );
    }),
  );
}

/** Never throws: who asks for the report of a preview that failed is to read that it did. */
export function readPreview(path: string): Preview | NoPreview {
  try {
    return previewOf(digest.parse(JSON.parse(readFileSync(path, 'utf8'))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { unknown: 'there is no preview' };
    return { unknown: 'what the preview left is not what "pulumi preview --json" writes' };
  }
}

function previewOf({ steps, changeSummary, diagnostics }: z.infer<typeof digest>): Preview {
  const said = (severity: string) =>
    (diagnostics ?? []).filter((one) => one.severity === severity).map(({ message }) => message.trim());
  const stack = (steps ?? []).find(({ urn }) => parseUrn(urn).type === 'pulumi:pulumi:Stack');
  return {
    changes: changesOf(steps ?? []),
    unchanged: changeSummary?.same ?? 0,
    errors: said('error'),
    warnings: said('warning'),
    deployed: stack && deployedIn(stack),
  };
}

/** A stack whose first deployment failed is there, without outputs: some of it may be deployed. */
function deployedIn({ op, oldState }: Step): Deployed | undefined {
  if (op === 'create') return new Map();
  const hosts = oldState?.outputs?.hosts;
  return hosts === undefined ? undefined : readHosts(hosts);
}

/** The engine's steps. One that replaces comes as up to three; reads and what stays the same are no changes. */
const operations: Readonly<Record<string, ResourceOperation>> = {
  create: 'create',
  update: 'update',
  replace: 'replace',
  'create-replacement': 'replace',
  'delete-replaced': 'replace',
  delete: 'delete',
  import: 'import',
  'import-replacement': 'replace',
};

function changesOf(steps: readonly Step[]): ResourceChange[] {
  const changes = new Map<string, ResourceChange>();
  for (const { op, urn, detailedDiff, diffReasons } of steps) {
    const operation = operations[op];
    if (operation === undefined) continue;
    const before = changes.get(urn)?.properties ?? [];
    const differ = [...Object.keys(detailedDiff ?? {}), ...(diffReasons ?? [])];
    const properties = [...new Set([...before, ...differ.map(topLevel)])];
    const { type, name } = parseUrn(urn);
    changes.set(urn, { operation, type: shortType(type), name, properties });
  }
  return [...changes.values()];
}

/** `environment.variables.X` is of `environment`, and `tags["a"]` of `tags`. */
function topLevel(path: string): string {
  return path.split(/[.[]/)[0] ?? path;
}

/** `aws:acm/certificate:Certificate` is `acm.Certificate`, `cloudflare:index/dnsRecord:DnsRecord` its provider's. */
function shortType(token: string): string {
  const [provider = '', module = '', name = token] = token.split(':');
  if (provider === 'petstore' || provider === 'pulumi') return name;
  const part = module.split('/')[0] ?? '';
  return `${part === 'index' || part === '' ? provider : part}.${name}`;
}
