// The form of "Add domain": a host of a site, or a redirect.
import { normaliseHost, REDIRECT_STATUSES } from '@petstore/custom-domains/names';
import { z } from 'zod';
import type { NewHost } from '../../../../infra/config/edit/edit.ts';
import { SITE_NAMES } from '../../../../infra/config/schema.ts';

/** Longer than any host name (RFC 1035 2.3.4) or address that a person types. */
const MAX_TEXT = 2_000;
const text = z.string().trim().max(MAX_TEXT).catch('');

/** What a browser sends, or an address of "Add domain" has; a missing or foreign value has its default. */
const fields = z.object({
  stack: text,
  host: text,
  kind: z.enum(['host', 'redirect']).catch('host'),
  site: z.enum(SITE_NAMES).catch('docs'),
  to: text,
  /** An empty one is the default of the site. */
  status: z.literal(['', ...REDIRECT_STATUSES.map(String)]).catch(''),
  /** Names the text that the preview was made of. */
  base: text,
});

export type AddForm = z.infer<typeof fields>;

/** The host in its normal form, where it has one: the config refuses any other. */
export function addForm(values: Readonly<Record<string, unknown>>): AddForm {
  const form = fields.parse(values);
  const named = normaliseHost(form.host);
  return named.ok ? { ...form, host: named.host } : form;
}

export function newHost({ host, kind, site, to, status }: AddForm): NewHost {
  if (kind === 'host') return { host, site };
  return {
    host,
    site,
    redirectTo: to,
    status: REDIRECT_STATUSES.find((one) => String(one) === status),
  };
}
