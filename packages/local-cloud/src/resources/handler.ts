// What a resource type and a data source of the local cloud implement. Both drivers call them: the in-process engine
// (engine/) and the provider server for the real engine (provider/).
import type { z } from 'zod';

export interface OperationContext {
  /** `region` of the inputs, else the stack's. */
  readonly region: string;
  /** Aborted at the resource's time limit, or when the run is stopped. Every wait ends with it. */
  readonly signal: AbortSignal;
}

/** As the AWS provider's own longest default. */
export const DEFAULT_TIMEOUT_MS = 30 * 60_000;

/** A resource is in the region that its inputs name, else in the stack's. */
export function regionOf({ region }: { readonly region?: unknown }, ofStack: string): string {
  return typeof region === 'string' ? region : ofStack;
}

/** `run`: the stack's region, and the end of the whole run. */
export function contextOf(
  run: OperationContext,
  inputs: { readonly region?: unknown },
  timeoutMs = DEFAULT_TIMEOUT_MS,
): OperationContext {
  return {
    region: regionOf(inputs, run.region),
    signal: AbortSignal.any([run.signal, AbortSignal.timeout(timeoutMs)]),
  };
}

export interface PlannedUpdate {
  readonly state: Readonly<Record<string, unknown>>;
  /** Those that change. */
  readonly paths: readonly string[];
}

interface LiveResource<Inputs, Computed> {
  /** An import may give the resource another id for the state. */
  readonly id?: string;
  readonly inputs: Inputs;
  readonly computed: Computed;
}

/** `Computed` is what the service adds to the inputs. Refusals are ServiceErrors with the service's code. */
export interface Handler<Inputs extends object = never, Computed extends object = object> {
  /** Pulumi's type token: `aws:acm/certificate:Certificate`. */
  readonly type: string;
  /** Strict: it refuses an unknown property by its name. Optional ones have the provider's documented default. */
  readonly inputs: z.ZodType<Inputs>;
  /** Dotted input paths whose change replaces the resource ("Forces new resource" in the provider's documentation). */
  readonly replaceOn: readonly string[];
  /** The input that gets a generated name, `<logical name>-<7 hex>`, where it is absent: the provider's auto-naming. */
  readonly autoname?: string;
  /** Inputs that the service or the provider fills where the program declares none: then none of their values is a change. */
  readonly computedInputs?: readonly string[];
  /** The form in which the provider compares a text. */
  readonly comparedAs?: Readonly<Record<string, (given: string) => string>>;
  /** Of Terraform's plugin framework, where an empty value differs from an absent one. */
  readonly framework?: true;
  /** What a preview shows beside or in place of the inputs: of a new resource, or of an update of the state (SetNewComputed). */
  readonly planned?: (news: Inputs, update?: PlannedUpdate) => object;
  create(inputs: Inputs, context: OperationContext): Promise<{ id: string; computed: Computed }>;
  /** Undefined: it no longer exists. `known`: as last deployed, absent on an import; some ids and inputs cannot be read without. */
  read(
    id: string,
    context: OperationContext,
    known?: Inputs,
  ): Promise<LiveResource<Inputs, Computed> | undefined>;
  update(id: string, inputs: Inputs, old: Inputs, context: OperationContext): Promise<Computed>;
  /** Deleting a resource that no longer exists is not an error. */
  delete(id: string, old: Inputs, context: OperationContext): Promise<void>;
}

export interface Invoke<Inputs extends object = never, Result extends object = object> {
  readonly token: string;
  readonly inputs: z.ZodType<Inputs>;
  call(inputs: Inputs, context: OperationContext): Promise<Result>;
}

export interface ServiceHandlers {
  readonly handlers: readonly Handler[];
  readonly invokes?: readonly Invoke[];
  /** What a package's provider checks when it is configured, by the package's name. */
  readonly providers?: Readonly<Record<string, ConfigureProvider>>;
}

export type ConfigureProvider = (config: Readonly<Record<string, unknown>>) => void;

export function defineInvoke<Inputs extends object, Result extends object>(
  invoke: Invoke<Inputs, Result>,
): Invoke {
  return invoke as unknown as Invoke;
}

/** A handler as the drivers hold it, without its own types: they only pass on what its schema parsed. */
export function defineHandler<Inputs extends object, Computed extends object>(
  handler: Handler<Inputs, Computed>,
): Handler {
  return handler as unknown as Handler;
}
