// The package's entry: a client of the pets API, its errors and its types.
export {
  type Client,
  type ClientOptions,
  type CreateOptions,
  createClient,
  type RequestOptions,
  type ResponseInfo,
} from './client.ts';
export { ApiError, NoResponseError, UnexpectedResponseError } from './errors.ts';
export { stringifyJson } from './json.ts';
export type { BetaNotice, DeprecationNotice, Notice } from './notices.ts';
export type { Page, Pages } from './pages.ts';
export type { RetryOptions } from './retry.ts';
export type {
  ErrorCode,
  NewOrder,
  NewPet,
  Order,
  OrderQuery,
  OrderStatus,
  Pet,
  PetQuery,
  Status,
} from './types.ts';
