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
export type { BetaNotice, DeprecationNotice, Notice } from './notices.ts';
export type { Page, Pages } from './pages.ts';
export { stringifyJson } from './response.ts';
export type { RetryOptions } from './retry.ts';
export type * from './types.ts';
