// The operations that both drivers of the local cloud have for one resource, in the terms of `pulumi up`.

export type Inputs = Readonly<Record<string, unknown>>;

export interface Outcome {
  readonly action: 'create' | 'update' | 'replace' | 'same' | 'delete' | 'refused';
  /** The reason of a refusal, as the engine shows it; empty otherwise. */
  readonly message: string;
  readonly id: string;
  readonly outputs: Inputs;
}

export interface Driver {
  /** Declares the resource, beside those declared before. */
  apply(type: string, name: string, inputs: Inputs): Promise<Outcome>;
  /** Removes it from the program. */
  remove(name: string): Promise<Outcome>;
  /** Reads every resource back; those that no longer exist leave the state. */
  refresh(): Promise<void>;
  /** The checked inputs, with defaults and the physical name. */
  checked(name: string): Inputs;
  close(): Promise<void>;
}

export const refused = (message: string): Outcome => ({ action: 'refused', message, id: '', outputs: {} });
