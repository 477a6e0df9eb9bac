// Every resource type and data source of the local cloud, and the check of inputs that both drivers make.

import { hash, randomBytes } from 'node:crypto';
import { isUnknown } from '@pulumi/pulumi/output.js';
import { z } from 'zod';
import type { ConfigureProvider, Handler, Invoke, ServiceHandlers } from './handler.ts';

export interface CheckFailure {
  /** A dotted path; empty for the resource as a whole. */
  readonly property: string;
  readonly reason: string;
}

export class Registry {
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #invokes: ReadonlyMap<string, Invoke>;
  readonly #providers: ReadonlyMap<string, ConfigureProvider>;

  constructor(services: readonly ServiceHandlers[]) {
    const handlers = services.flatMap((one) => one.handlers);
    this.#handlers = new Map(handlers.map((handler) => [handler.type, handler]));
    const invokes = services.flatMap((one) => one.invokes ?? []);
    this.#invokes = new Map(invokes.map((invoke) => [invoke.token, invoke]));
    this.#providers = new Map(services.flatMap(({ providers = {} }) => Object.entries(providers)));
  }

  /** Configures the provider of a package, as its default one or an explicit one. Throws what it refuses. */
  configure(name: string, config: Readonly<Record<string, unknown>>): void {
    this.#providers.get(name)?.(config);
  }

  get types(): string[] {
    return [...this.#handlers.keys()];
  }

  handler(type: string): Handler {
    const handler = this.#handlers.get(type);
    if (handler === undefined) throw new Error(`the local cloud has no resource type ${type}`);
    return handler;
  }

  invoke(token: string): Invoke {
    const invoke = this.#invokes.get(token);
    if (invoke === undefined) throw new Error(`the local cloud has no data source ${token}`);
    return invoke;
  }
}

/** The provider's Check: all refusals at once, defaults, the physical name. Values that are not known yet in a preview are not checked. */
export function checkInputs(
  handler: Handler,
  name: string,
  news: Readonly<Record<string, unknown>>,
  old: Readonly<Record<string, unknown>> | undefined,
  seed?: Uint8Array,
): { inputs: Record<string, unknown>; failures: readonly CheckFailure[] } {
  const named = withPhysicalName(handler, name, news, old, seed);
  const result = handler.inputs.safeParse(named);
  if (result.success) return { inputs: result.data as Record<string, unknown>, failures: [] };
  const failures = result.error.issues
    .filter((issue) => !leadsToUnknown(named, issue.path))
    .flatMap((issue) => describeIssue(handler.type, issue));
  return { inputs: parseKnown(handler.inputs, named), failures };
}

function withPhysicalName(
  { autoname }: Handler,
  name: string,
  news: Readonly<Record<string, unknown>>,
  old: Readonly<Record<string, unknown>> | undefined,
  seed: Uint8Array | undefined,
): Record<string, unknown> {
  if (autoname === undefined || news[autoname] !== undefined) return { ...news };
  return { ...news, [autoname]: old?.[autoname] ?? generateName(name, seed) };
}

function leadsToUnknown(inputs: unknown, path: readonly PropertyKey[]): boolean {
  let value = inputs;
  for (const key of path) {
    if (isUnknown(value)) return true;
    value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
  }
  return isUnknown(value);
}

function describeIssue(type: string, issue: z.core.$ZodIssue): CheckFailure[] {
  const property = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys')
    return [{ property, reason: `${type}: ${property || 'inputs'}: ${issue.message}` }];
  return issue.keys.map((key) => {
    const unknown = property === '' ? key : `${property}.${key}`;
    const reason = `${type}: the local cloud (packages/local-cloud) has no input "${unknown}"`;
    return { property: unknown, reason };
  });
}

/** As `applyDefaults` in pulumi-terraform-bridge's pkg/tfbridge/schema.go: else a preview lacks defaults, and an update by a saved plan is refused. */
function parseKnown(schema: z.ZodType, named: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shape = schema instanceof z.ZodObject ? (schema.shape as Readonly<Record<string, z.ZodType>>) : {};
  const entries = [...new Set([...Object.keys(shape), ...Object.keys(named)])].map((name) => {
    const given = named[name];
    const parsed = holdsUnknown(given) ? undefined : shape[name]?.safeParse(given);
    return [name, parsed?.success ? parsed.data : given] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Assets and other instances of classes are opaque: nothing unknown is looked for inside them. */
function holdsUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  if (Array.isArray(value)) return value.some(holdsUnknown);
  if (typeof value !== 'object' || value === null) return false;
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).some(holdsUnknown);
}

/** By the engine's seed, the name equals the planned one: `NewUniqueName`, pulumi's sdk/go/common/resource/resource_id.go. */
function generateName(name: string, seed: Uint8Array = new Uint8Array()): string {
  const bytes = seed.length > 0 ? hash('sha256', seed, 'buffer') : randomBytes(4);
  return `${name}-${bytes.toString('hex').slice(0, 7)}`;
}

export function isGenerated(physical: unknown, name: string): boolean {
  return typeof physical === 'string' && physical.startsWith(`${name}-`) && /-[0-9a-f]{7}$/.test(physical);
}
