// The output of `pulumi preview --json`, and its resources in the report: replacements and deletions visible, the rest folded.
import { parseUrn } from '@petstore/custom-domains/names';
import {
  type Block,
  code,
  count,
  fenced,
  joinMarkdown,
  list,
  type Markdown,
  md,
  UsageError,
  unreadableFile,
} from '@petstore/custom-domains/output';
import { readNamed } from '@petstore/custom-domains/preflight';
import { z } from 'zod';
import { type Deployed, readHosts } from '../../../infra/hosts/host-output.ts';
import { tally } from '../formats/text.ts';

const OPERATIONS = ['create', 'import', 'update', 'replace', 'delete'] as const;

export interface ResourceChange {
  readonly operation: (typeof OPERATIONS)[number];
  /** `acm.Certificate`, or `CustomHost` for our own components. */
  readonly type: string;
  readonly name: string;
  /** Top-level properties that differ; empty for a created or deleted resource. */
  readonly properties: readonly string[];
}

export interface Preview {
  readonly changes: readonly ResourceChange[];
  readonly unchanged: number;
  /** After one, the preview has no further changes. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Empty: nothing is deployed yet. Undefined: the preview ended before it was known. */
  readonly deployed?: Deployed;
}

/** Every member may be absent or null (pulumi/pulumi, pkg/display/json.go, `PreviewDigest`). */
const listOf = <One extends z.ZodType>(one: One) =>
  z
    .array(one)
    .nullish()
    .transform((all) => all ?? []);

const step = z.object({
  op: z.string(),
  urn: z.string(),
  // A provider sends either of the two.
  detailedDiff: z.record(z.string(), z.unknown()).nullish(),
  diffReasons: listOf(z.string()),
  oldState: z.object({ outputs: z.object({ hosts: z.unknown().optional() }).nullish() }).nullish(),
});
const digest = z.object({
  steps: listOf(step),
  changeSummary: z.object({ same: z.number().optional() }).nullish(),
  diagnostics: listOf(z.object({ message: z.string(), severity: z.string() })),
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

/** Never throws: the report must show that a preview failed. One that cannot be read, or is another stack's, has the reason as its error. */
export function readPreview(path: string, stack: string): Preview {
  let why = `${path} is not the output of "pulumi preview --json"`;
  try {
    const { steps, changeSummary, diagnostics } = digest.parse(JSON.parse(readNamed(path)));
    const messagesOf = (severity: string) =>
      diagnostics.filter((one) => one.severity === severity).map(({ message }) => message.trim());
    const [root, errors] = [steps.find(isStack), messagesOf('error')];
    const other = steps.map(({ urn }) => parseUrn(urn).stack).find((one) => one !== stack);
    if (other !== undefined) why = `${path} is the preview of the stack ${other}, not of ${stack}`;
    // A preview has a step for the stack at least, and one that ended before it has the error.
    else if (steps.length > 0 || errors.length > 0)
      return {
        ...{ changes: changesOf(steps), unchanged: changeSummary?.same ?? 0, errors },
        ...{ warnings: messagesOf('warning'), deployed: root && deployedIn(root) },
      };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) why = `${path} ${unreadableFile(error)}`;
  }
  return { changes: [], unchanged: 0, errors: [why], warnings: [] };
}

const isStack = ({ urn }: Step): boolean => parseUrn(urn).type === 'pulumi:pulumi:Stack';

/** A stack whose first deployment failed has no outputs, although some of it may be deployed. */
function deployedIn({ op, oldState }: Step): Deployed | undefined {
  const hosts = op === 'create' ? {} : oldState?.outputs?.hosts;
  return hosts === undefined ? undefined : readHosts(hosts);
}

function changesOf(steps: readonly Step[]): ResourceChange[] {
  const changes = new Map<string, ResourceChange>();
  for (const { op, urn, detailedDiff, diffReasons } of steps) {
    // A replacement has up to three steps, and can be imported: `create-replacement`, `delete-replaced`.
    const isReplacement = /^((create|delete|import)-)?replace/.test(op);
    const operation = isReplacement ? 'replace' : OPERATIONS.find((one) => one === op);
    if (operation === undefined) continue;
    const before = changes.get(urn)?.properties ?? [];
    // `environment` of `environment.variables.X`, and `tags` of `tags["a"]`.
    const differ = [...Object.keys(detailedDiff ?? {}), ...diffReasons].map((path) =>
      path.replace(/[.[].*/, ''),
    );
    const properties = [...new Set([...before, ...differ])];
    const { type, name } = parseUrn(urn);
    changes.set(urn, { operation, type: shortType(type), name, properties });
  }
  return [...changes.values()];
}

/** Of components, and of the engine itself. */
const OWN: readonly string[] = ['petstore', 'custom-domains', 'pulumi'];

/** `acm.Certificate` of `aws:acm/certificate:Certificate`, `cloudflare.DnsRecord` of `cloudflare:index/dnsRecord:DnsRecord`. */
function shortType(token: string): string {
  const [provider = '', module = '', name = token] = token.split(':');
  if (OWN.includes(provider)) return name;
  const part = module.split('/')[0] ?? '';
  return `${part === 'index' || part === '' ? provider : part}.${name}`;
}

/** A list of all would be too long for the comment, which then had none of them. */
const MAX_RESOURCES = 100;

/** `shown`: the hosts whose findings the report has already; the preview's messages repeat them. */
export function resourceBlocks(stack: string, preview: Preview, shown: ReadonlySet<string>): Block[] {
  const { changes, errors, warnings } = preview;
  const isLost = ({ operation }: ResourceChange) => operation === 'replace' || operation === 'delete';
  const { true: lost = [], false: kept = [] } = Object.groupBy(changes, (one) => String(isLost(one)));
  const texts = [
    ...messages('❌ The preview stopped:', notShown(errors, shown)),
    ...messages('⚠️ The preview warns:', notShown(warnings, shown)),
    ...(lost.length > 0 ? [md`⚠️ Replaced or deleted:\n\n${resourceList(lost)}`] : []),
    // GitHub shows the summary, and the rest on a click. Between the empty lines, text is Markdown again.
    ...(kept.length > 0
      ? [md`<details><summary>${counts(kept)}</summary>\n\n${resourceList(kept)}\n\n</details>`]
      : []),
  ];
  return [{ text: heading(stack, preview), always: true }, ...texts.map((text) => ({ text }))];
}

function heading(stack: string, { changes, unchanged, errors }: Preview): Markdown {
  const title = md`Resources of ${stack}`;
  if (errors.length > 0) {
    const text = `There is no whole preview: the effect of the change on them is not known. Until it ended: ${counts(changes) || 'no change'}.`;
    return md`#### ❓ ${title}: not known\n\n${text} The log of its job has more.`;
  }
  if (changes.length === 0) return md`#### ${title}: no change`;
  return md`#### ${title}: ${counts(changes)}, ${unchanged} unchanged`;
}

/** `2 to create, 1 to delete`; empty for none. */
function counts(changes: readonly ResourceChange[]): string {
  const operations = changes.map(({ operation }) => operation);
  return tally(operations, OPERATIONS)
    .map((one) => one.replace(' ', ' to '))
    .join(', ');
}

function resourceList(changes: readonly ResourceChange[]): Markdown {
  const lines = changes.slice(0, MAX_RESOURCES).map(({ operation, type, name, properties }) => {
    const what = properties.length === 0 ? '' : md`: ${joinMarkdown(properties, ', ')}`;
    return md`${operation} ${code(type)} ${code(name)}${what}`;
  });
  const more = changes.length - lines.length;
  return list(more > 0 ? [...lines, `and ${count(more, 'other')}`] : lines);
}

/** The program logs the preflight's findings with the host first. */
const OF_HOST = /^warning: (\S+)/;

/** Without the preflight's findings of hosts that are shown, and the engine's closing line. */
function notShown(texts: readonly string[], shown: ReadonlySet<string>): string[] {
  return texts.filter((text) => {
    const host = OF_HOST.exec(text)?.[1];
    return text !== 'error: preview failed' && !(host !== undefined && shown.has(host));
  });
}

const MAX_CHARACTERS = 4_000;

function messages(title: string, texts: readonly string[]): Markdown[] {
  if (texts.length === 0) return [];
  const all = texts.join('\n\n');
  const end = all.length > MAX_CHARACTERS ? '\n… the rest is in the log of the job' : '';
  return [md`${title}\n\n${fenced('text', all.slice(0, MAX_CHARACTERS) + end)}`];
}
