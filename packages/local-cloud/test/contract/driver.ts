// What both front doors of the local cloud do to one resource, in the terms of `pulumi up`.

export type Inputs = Readonly<Record<string, unknown>>;

export interface Outcome {
  readonly action: 'create' | 'update' | 'replace' | 'same' | 'delete' | 'refused';
  /** Why it was refused, as the engine shows it. */
  readonly says: string;
  readonly id: string;
  readonly outputs: Inputs;
}

export interface Driver {
  /** Declares the resource, beside those declared before. */
  apply(type: string, name: string, inputs: Inputs): Promise<Outcome>;
  /** Takes it out of the program. */
  remove(name: string): Promise<Outcome>;
  /** Compares with what is there: what is gone is forgotten. */
  refresh(): Promise<void>;
  /** Inputs as the provider keeps them: defaults and the physical name filled in. */
  checked(name: string): Inputs;
  close(): Promise<void>;
}

export const refused = (says: string): Outcome => ({ action: 'refused', says, id: '', outputs: {} });
