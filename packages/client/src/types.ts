// Names for the generated types that programs use.
import type { components } from './generated/contract.ts';

type Schemas = components['schemas'];

export type Pet = Schemas['Pet'];
export type NewPet = Schemas['NewPet'];
export type PetStatus = Schemas['PetStatus'];
export type Order = Schemas['Order'];
export type NewOrder = Schemas['NewOrder'];
export type OrderStatus = Schemas['OrderStatus'];
/** The codes of the contract that this version was generated from; a later service may have more. */
export type ErrorCode = Schemas['ErrorCode'];

export type PetQuery = Schemas['listPetsQuery'];
export type OrderQuery = Schemas['listOrdersQuery'];
