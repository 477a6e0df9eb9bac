// The certificate authorities that the preflight knows.
import { google, letsEncrypt } from './acme.ts';
import { amazon } from './amazon.ts';
import type { Authority, Issuance } from './authority.ts';

export type { Authority, Issuance, ValidationMethod } from './authority.ts';

export const AUTHORITIES: readonly Authority[] = [amazon, letsEncrypt, google];

/** What a host has unless it says otherwise: ACM with its CNAME. */
export const ACM: Issuance = { authority: amazon, methods: amazon.methods };
