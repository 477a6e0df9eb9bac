// The output of `pulumi preview --json`: a stack's changes, its errors and warnings, and the deployed hosts.
import { readFileSync } from 'node:fs';
import { parseUrn } from '@petstore/custom-domains/names';
import { z } from 'zod';
import { UsageError } from '../../usage-error.ts';
import { type Deployed, readHosts } from '../deployed-hosts.ts';

export type ResourceOperation = 'create' | 'update' | 'replace' | 'delete' | 'import';

export interface ResourceChange {
  readonly operation: ResourceOperation;
  /** `acm.Certificate`, or `CustomHost` for our own components. */
  readonly type: string;
  /** The logical name. */
  readonly name: string;
  /** Top-level properties that differ; empty for a created or deleted resource. */
  readonly properties: readonly string[];
}

export interface Preview {
  readonly changes: readonly ResourceChange[];
  readonly unchanged: number;
  /** After an error, the preview has no further changes. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Empty: nothing is deployed yet. Undefined: the preview ended before it was known. */
  readonly deployed?: Deployed;
}

/** Why there is no readable preview, in one sentence without a final dot. */
export interface NoPreview {
  readonly unknown: string;
}

const step = z.object({
  op: z.string(),
  urn: z.string(),
  // A provider sends either of the two.
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

/** From `staging=preview.json` to file by stack. Throws UsageError for another form and for another stack. */
export function previewFiles(given: readonly string[], stacks: readonly string[]): Map<string, string> {
  return new Map(
    given.map((text) => {
      const [stack = '', ...file] = text.split('=');
      if (file.join('=') !== '' && stacks.includes(stack)) return [stack, file.join('=')];
      throw new UsageError(
        `--preview ${text} is not STACK=FILE for one of the stacks.`,
        `for example --preview ${stacks[0]}=preview.json; stacks: ${stacks.join(', ')}`,
      );
    }),
  );
}

/** Never throws: the report must show that a preview failed. */
export function readPreview(path: string): Preview | NoPreview {
  try {
    const preview = digest.parse(JSON.parse(readFileSync(path, 'utf8')));
    return isPreview(preview) ? previewOf(preview) : NOT_A_PREVIEW;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { unknown: `there is no preview, since there is no file ${path}` };
    return NOT_A_PREVIEW;
  }
}

const NOT_A_PREVIEW: NoPreview = { unknown: 'the file is not the output of "pulumi preview --json"' };

/**
 * Every member of it may be absent (pulumi/pulumi, pkg/display/json.go, `PreviewDigest`), but not all that say something: a
 * preview has a step for the stack at least, and one that ended before it has the error.
 */
function isPreview({ steps, diagnostics }: z.infer<typeof digest>): boolean {
  return (steps ?? []).length > 0 || (diagnostics ?? []).some(({ severity }) => severity === 'error');
}

function previewOf({ steps, changeSummary, diagnostics }: z.infer<typeof digest>): Preview {
  const messagesOf = (severity: string) =>
    (diagnostics ?? []).filter((one) => one.severity === severity).map(({ message }) => message.trim());
  const stack = (steps ?? []).find(({ urn }) => parseUrn(urn).type === 'pulumi:pulumi:Stack');
  return {
    changes: changesOf(steps ?? []),
    unchanged: changeSummary?.same ?? 0,
    errors: messagesOf('error'),
    warnings: messagesOf('warning'),
    deployed: stack && deployedIn(stack),
  };
}

/** A stack whose first deployment failed has no outputs, although some of it may be deployed. */
function deployedIn({ op, oldState }: Step): Deployed | undefined {
  if (op === 'create') return new Map();
  const hosts = oldState?.outputs?.hosts;
  return hosts === undefined ? undefined : readHosts(hosts);
}

/** The engine's steps that are changes. A replacement has up to three steps. */
const OPERATIONS: Readonly<Record<string, ResourceOperation>> = {
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
    const operation = OPERATIONS[op];
    if (operation === undefined) continue;
    const before = changes.get(urn)?.properties ?? [];
    const differ = [...Object.keys(detailedDiff ?? {}), ...(diffReasons ?? [])];
    const properties = [...new Set([...before, ...differ.map(topLevel)])];
    const { type, name } = parseUrn(urn);
    changes.set(urn, { operation, type: shortType(type), name, properties });
  }
  return [...changes.values()];
}

/** `environment` of `environment.variables.X`, and `tags` of `tags["a"]`. */
function topLevel(path: string): string {
  return path.split(/[.[]/)[0] ?? path;
}

/** `acm.Certificate` of `aws:acm/certificate:Certificate`, `cloudflare.DnsRecord` of `cloudflare:index/dnsRecord:DnsRecord`. */
function shortType(token: string): string {
  const [provider = '', module = '', name = token] = token.split(':');
  if (provider === 'petstore' || provider === 'pulumi') return name;
  const part = module.split('/')[0] ?? '';
  return `${part === 'index' || part === '' ? provider : part}.${name}`;
}
