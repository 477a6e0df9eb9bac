// One handler per resource type of the local cloud; both front doors (in process, provider server) call these.
import type { z } from 'zod';
import type { Forms } from '../forms/form.ts';

/** Where and how long an operation runs. */
export interface OperationContext {
  /** `region` of the inputs, else the stack's. */
  readonly region: string;
  /** Aborted when the resource's time limit has passed or the run is stopped. Every wait listens to it. */
  readonly signal: AbortSignal;
}

/** What the service holds for one resource: inputs as it would read them back, and what it computed. */
export interface LiveResource<Inputs, Computed> {
  /** As the state keeps it, where an import named the resource otherwise. */
  readonly id?: string;
  readonly inputs: Inputs;
  readonly computed: Computed;
}

/**
 * The life of one resource type. `Inputs` are the provider's own argument names; `Computed` is only what the
 * service adds (the front doors merge the two as outputs, as the real provider does).
 * A refusal is a thrown ServiceError that carries the real service's code and wording.
 */
export interface Handler<Inputs extends object = never, Computed extends object = object> {
  /** Pulumi's type token: `aws:acm/certificate:Certificate`. */
  readonly type: string;
  /** Strict: an unknown property is refused by name. Optional ones carry the provider's documented default. */
  readonly inputs: z.ZodType<Inputs>;
  /** Dotted input paths whose change replaces the resource, as the provider's documentation says ("forces new"). */
  readonly replaceOn: readonly string[];
  /** True where the new one cannot exist beside the old. */
  readonly deleteBeforeReplace?: boolean;
  /** The input that is filled in, where absent, with `<logical name>-<7 hex>`: the provider's auto-naming. */
  readonly autoname?: string;
  /** In which form the service gives inputs back, and which differences the provider takes for none. */
  readonly forms?: Forms;
  /** Dotted paths that the service computes inside of inputs: in a preview of something new they are not known. */
  readonly computedWithin?: readonly string[];
  create(inputs: Inputs, context: OperationContext): Promise<{ id: string; computed: Computed }>;
  /**
   * Undefined: it is gone. `known` are the inputs as last deployed, absent on an import: some ids are unique only
   * within their parent (a stage within its API), and some inputs cannot be read back (a function's code).
   */
  read(
    id: string,
    context: OperationContext,
    known?: Inputs,
  ): Promise<LiveResource<Inputs, Computed> | undefined>;
  update(id: string, inputs: Inputs, old: Inputs, context: OperationContext): Promise<Computed>;
  /** Deleting what is already gone is not an error. */
  delete(id: string, old: Inputs, context: OperationContext): Promise<void>;
}

/** A data source: `aws:route53/getZone:getZone`. */
export interface Invoke<Inputs extends object = never, Result extends object = object> {
  readonly token: string;
  readonly inputs: z.ZodType<Inputs>;
  call(inputs: Inputs, context: OperationContext): Promise<Result>;
}

/** What one room of the cloud gives to the front doors. */
export interface ServiceHandlers {
  readonly handlers: readonly Handler[];
  readonly invokes: readonly Invoke[];
}

export function defineInvoke<Inputs extends object, Result extends object>(
  invoke: Invoke<Inputs, Result>,
): Invoke {
  return invoke as unknown as Invoke;
}
