// What `pulumi preview --json` writes (3.259): the steps, their states, the engine's diagnostics.

export interface Step {
  readonly op: string;
  /** With those of its parents, as a URN has it: `petstore:domains:CustomHost$aws:acm/certificate:Certificate`. */
  readonly type: string;
  readonly name: string;
  /** Properties that differ, with what happens to each. */
  readonly diff?: Readonly<Record<string, { kind: string; inputDiff: boolean }>>;
}

interface Given {
  readonly stack: string;
  readonly steps?: readonly Step[];
  /** The output of that name as it is now; undefined where nothing is deployed yet. */
  readonly hosts?: unknown;
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
}

export function previewJson({ stack, steps = [], hosts, errors = [], warnings = [] }: Given): string {
  const urn = (type: string, name: string) => `urn:pulumi:${stack}::petstore::${type}::${name}`;
  const root = { urn: urn('pulumi:pulumi:Stack', `petstore-${stack}`), newState: {}, detailedDiff: null };
  const old = { oldState: { type: 'pulumi:pulumi:Stack', outputs: { baseUrl: 'https://x.test/v1', hosts } } };
  const said = (severity: string) => (message: string) => ({ message: `${message}\n`, severity });
  const diagnostics = [...errors.map(said('error')), ...warnings.map(said('warning'))];
  return JSON.stringify({
    config: { 'petstore:plan': 'pro' },
    steps: [
      hosts === undefined ? { op: 'create', ...root } : { op: 'same', ...root, ...old },
      ...steps.map(({ op, type, name, diff = null }) => ({
        op,
        urn: urn(type, name),
        ...(op !== 'create' && { oldState: { type, outputs: { name } } }),
        newState: { type, inputs: { name } },
        detailedDiff: diff,
      })),
    ],
    ...(diagnostics.length > 0 && { diagnostics }),
    duration: 1_500_000_000,
    changeSummary: { same: 30 },
  });
}

/** A record of such an entry. */
export const cname = (purpose: string, name: string, value: string) =>
  ({ purpose, name, type: 'CNAME', value, ttl: 3600 }) as const;

/** A host of the outputs, with both of its records. */
export function deployedAs(site: string, role: string, host: string, certificate: string, target: string) {
  return {
    ...{ site, role, url: `https://${host}`, certificate, target, attached: certificate === 'ISSUED' },
    records: [cname('validation', `_v.${host}`, '_x.acm-validations.aws'), cname('routing', host, target)],
  };
}
