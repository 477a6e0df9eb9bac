// A host that an edit of a stack's file adds.
import type { RedirectStatus } from '@petstore/custom-domains/names';
import type { SiteName } from '../settings.ts';

export interface NewHost {
  readonly host: string;
  readonly site: SiteName;
  /** A host of the stack or a full https URL: the new host redirects there. */
  readonly redirectTo?: string;
  /** By default that of the redirect which the host is already, else 308 for the api, which keeps the method, and 301 for the docs. */
  readonly status?: RedirectStatus;
}
