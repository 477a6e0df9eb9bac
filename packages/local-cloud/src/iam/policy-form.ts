// IAM policy documents: the text that the provider stores, and the equivalence of two of them.

/** structure.NormalizeJsonString (terraform-plugin-sdk): compact, keys in order; text that is not JSON stays as it is. */
export function normalizedJson(document: unknown): unknown {
  const parsed = parse(document);
  return parsed === undefined ? document : JSON.stringify(parsed, inOrder);
}

/** verify.LegacyPolicyNormalize (terraform-provider-aws, internal/verify/json.go): the same with `Version` first. */
export function normalizedPolicy(document: unknown): unknown {
  const parsed = parse(document);
  if (parsed === undefined) return document;
  const { Version, ...rest } = JSON.parse(JSON.stringify(parsed, inOrder));
  return JSON.stringify(Version === undefined ? rest : { Version, ...rest });
}

/**
 * verify.SuppressEquivalentPolicyDiffs, by github.com/hashicorp/awspolicyequivalence: statements, actions, resources,
 * principals and condition values are sets, a single value is a set of one, and an account equals its root.
 */
export function equivalentPolicies(served: unknown, declared: unknown): boolean {
  const [one, other] = [parse(served), parse(declared)];
  return one !== undefined && other !== undefined && meaning(one) === meaning(other);
}

type Json = Readonly<Record<string, unknown>>;

function parse(document: unknown): Json | undefined {
  if (typeof document !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(document);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Json)
      : undefined;
  } catch {
    return undefined;
  }
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function meaning({ Version = '', Id = '', Statement = [] }: Json): string {
  const statements = (Array.isArray(Statement) ? Statement : [Statement]) as Json[];
  return JSON.stringify([Version, Id, setOf(statements.map(statementMeaning))]);
}

function statementMeaning(statement: Json): string {
  const { Sid = '', Effect = '', Condition = {} } = statement;
  const sets = ['Action', 'NotAction', 'Resource', 'NotResource'].map((key) => valuesOf(statement[key]));
  const principals = ['Principal', 'NotPrincipal'].map((key) => principalMeaning(statement[key]));
  const conditions = mapValues(Condition, (keys) => mapValues(keys, valuesOf));
  return JSON.stringify([Sid, String(Effect).toLowerCase(), sets, principals, conditions]);
}

function principalMeaning(principal: unknown): unknown {
  if (typeof principal !== 'object') return principal;
  return mapValues(principal, (value) => setOf(valuesOf(value).map(accountRoot)));
}

function accountRoot(principal: string): string {
  return /^\d{12}$/.test(principal) ? `arn:aws:iam::${principal}:root` : principal;
}

function mapValues<Value>(object: unknown, convert: (value: unknown) => Value): [string, Value][] {
  const entries = Object.entries((object ?? {}) as Json);
  return entries
    .map(([key, value]): [string, Value] => [key, convert(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function valuesOf(value: unknown): string[] {
  if (value === undefined) return [];
  return setOf((Array.isArray(value) ? value : [value]).map(String));
}

function setOf(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
