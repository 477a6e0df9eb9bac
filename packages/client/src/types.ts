// Names for the generated types that programs use.
import type { components, operations } from './generated/contract.ts';

type Schemas = components['schemas'];

export type Pet = Schemas['Pet'];
export type NewPet = Schemas['NewPet'];
export type Status = Schemas['Status'];
export type Order = Schemas['Order'];
export type NewOrder = Schemas['NewOrder'];
export type OrderStatus = Schemas['OrderStatus'];
/** The codes of the contract that this version was generated from; a later service may have more. */
export type ErrorCode = Schemas['Error']['code'];

type QueryOf<Name extends 'listPets' | 'listOrders'> = NonNullable<operations[Name]['parameters']['query']>;

export type PetQuery = QueryOf<'listPets'>;
export type OrderQuery = QueryOf<'listOrders'>;

type Succeeded<Responses> = Responses[keyof Responses & (200 | 201)];

/** The body of an operation's response, where it succeeds. */
export type Result<Name extends keyof operations> =
  Succeeded<operations[Name]['responses']> extends { content: { 'application/json': infer Body } }
    ? Body
    : never;
