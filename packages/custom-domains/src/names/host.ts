// Host names: one normal form (lower case, A-labels, no final dot), and the fault of a name that has none.
import { getDomain } from 'tldts';
import { toASCII } from 'tr46';

export interface HostFault {
  /** Stable, for machines: `wildcard`, `ip-address`, `bad-character`, … */
  readonly code: string;
  /** The text after the quoted name: `has "_", which a host name cannot have`. */
  readonly what: string;
  readonly fix: string;
}

export type HostResult =
  | { readonly ok: true; readonly host: string }
  | { readonly ok: false; readonly fault: HostFault };

/** One LDH label: 1 to 63 octets, no hyphen at its ends (RFC 1123 2.1, RFC 1035 2.3.4). */
const LDH_LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const MAX_NAME = 253;
/** Characters: of more, none is mapped, which takes time with the square of their number. */
const MAX_TEXT = 1000;
/** ACM, RequestCertificate: the first name of a certificate has at most 64 octets (RFC 5280, X.520's common name). */
const MAX_CERTIFICATE_NAME = 64;
/** A last label that the URL standard reads as a number makes the whole an IPv4 address, however short. */
const NUMERIC_TOP = /^(\d+|0x[0-9a-f]*)$/;

/** The normal form, or the fault with an obvious correction. Top-level domains that the list of public suffixes lacks are as others. */
export function normaliseHost(text: string): HostResult {
  if (text.length > MAX_TEXT) return { ok: false, fault: nameTooLong(text.length, 'characters') };
  const result = judge(text);
  if (result.ok) return result;
  const guess = judge(obviousCorrection(text));
  if (!guess.ok) return result;
  return { ok: false, fault: { ...result.fault, fix: `did you mean "${guess.host}"?` } };
}

/** What a registrar sells of the name: `partner.example` of `shop.partner.example`. Needs a normal form that is a host. */
export function registrableName(host: string): string {
  return registrable(host) ?? host;
}

/** A host is the first name of its certificate, and so its common name. Needs a normal form. */
export function certificateFault(host: string): HostFault | undefined {
  if (host.length <= MAX_CERTIFICATE_NAME) return undefined;
  return fault(
    'host-too-long-for-certificate',
    `has ${host.length} octets; ACM puts at most ${MAX_CERTIFICATE_NAME} on a certificate`,
    'choose a shorter name',
  );
}

function judge(text: string): HostResult {
  const fault = rawFault(text);
  if (fault) return { ok: false, fault };
  const host = toAscii(text);
  if (host === undefined) return { ok: false, fault: idnFault(text) };
  const found =
    host
      .split('.')
      .map(labelFault)
      .find((one) => one !== undefined) ?? nameFault(host);
  return found === undefined ? { ok: true, host } : { ok: false, fault: found };
}

/** Faults that must be found before any mapping, which would hide or rewrite them. */
function rawFault(text: string): HostFault | undefined {
  if (text.trim() === '') return fault('empty', 'is empty', 'write a host name, like api.example.com');
  if (text.includes('*'))
    return fault('wildcard', 'is a wildcard', 'name each host: each has a certificate of its own');
  if (text.includes('://')) return fault('url', 'is a URL, not a host name', 'keep the host name alone');
  const bad = /[^a-z0-9.\-\u0080-\u{10ffff}]/iu.exec(text)?.[0];
  if (bad === undefined) return undefined;
  if (/^\[?[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*\]?$/i.test(text)) return IP_FAULT;
  const shown = bad === '"' ? 'a quote' : JSON.stringify(bad);
  return fault('bad-character', `has ${shown}, which a host name cannot have`, LDH_ADVICE);
}

// UTS 46, not transitional, without VerifyDnsLength, as faults of length have codes of their own. Node's `domainToASCII` leaves out
// CheckHyphens, UseSTD3ASCIIRules and, between labels, CheckBidi.
const UTS46 = { useSTD3ASCIIRules: true, checkHyphens: true, checkBidi: true, checkJoiners: true } as const;

/** Lower case, A-labels, no final dot; undefined where an international name has no A-label. */
function toAscii(text: string): string | undefined {
  const ascii = isPlain(text) ? text.toLowerCase() : toASCII(text, UTS46);
  return ascii?.replace(/\.$/, '');
}

/** No label has to be mapped or decoded. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7f]*$/.test(text) && !/xn--/i.test(text);
}

function idnFault(text: string): HostFault {
  return toASCII(text, { ...UTS46, checkBidi: false }) === null ? IDN_FAULT : BIDI_FAULT;
}

function labelFault(label: string): HostFault | undefined {
  if (label === '') return fault('empty-label', 'has an empty label', 'keep one dot between labels');
  if (label.length > 63)
    return fault('label-too-long', `has a label of ${label.length} octets; 63 is the limit`, 'shorten it');
  if (!LDH_LABEL.test(label))
    return fault('bad-label', `has the label "${label}", which a host name cannot have`, LDH_ADVICE);
  if (label.slice(2, 4) !== '--' || label.startsWith('xn--')) return undefined;
  // CA/Browser Forum baseline requirements 7.1.4.2: reserved LDH labels (RFC 5890 2.3.1) get no certificate.
  return fault(
    'reserved-label',
    `has the label "${label}": "--" in third place is reserved, and no certificate is issued for it`,
    'write it with one hyphen',
  );
}

function nameFault(host: string): HostFault | undefined {
  const labels = host.split('.');
  if (NUMERIC_TOP.test(labels.at(-1) ?? '')) return IP_FAULT;
  if (host.length > MAX_NAME) return nameTooLong(host.length, 'octets');
  if (labels.length < 2)
    return fault('one-label', 'has one label only', `write it in full, like ${host}.example.com`);
  if (registrable(host) !== undefined) return undefined;
  return fault(
    'public-suffix',
    'is a public suffix, under which others register names',
    `name a host below it, like petstore.${host}`,
  );
}

const nameTooLong = (length: number, what: string): HostFault =>
  fault('name-too-long', `has ${length} ${what}; ${MAX_NAME} is the limit`, 'shorten it');

/** What a registrar sells, directly below a public suffix; undefined for a suffix. Needs a canonical name. ICANN suffixes only: the owner of
 * one in the list's private part (github.io) can serve it. */
export function registrable(host: string): string | undefined {
  const options = { allowPrivateDomains: false, extractHostname: false, validateHostname: false };
  return getDomain(host, options) ?? undefined;
}

/** The usual corrections: a pasted URL's host, hyphens for underscores and spaces, no stray dots. */
function obviousCorrection(text: string): string {
  return text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$|:\d*$/su, '')
    .replace(/[_\s]+/gu, '-')
    .replace(/\.{2,}/gu, '.')
    .replace(/^[.-]+|[-.]+$/gu, '')
    .replace(/-*\.-*/gu, '.')
    .replace(/(?<=^|\.)(?!xn--)(..)--+/giu, '$1-');
}

const LDH_ADVICE = 'use letters, digits and inner hyphens';
const IP_FAULT = fault(
  'ip-address',
  'is an IP address, not a host name',
  'write the name that resolves to it',
);
const IDN_FAULT = fault(
  'bad-idn',
  'is not an international domain name that DNS can represent (UTS 46)',
  'check its spelling',
);
const BIDI_FAULT = fault(
  'bad-bidi',
  'mixes directions of writing (RFC 5893 2): it would be shown in another order',
  'keep each label to one direction, and begin each with a letter',
);

function fault(code: string, what: string, fix: string): HostFault {
  return { code, what, fix };
}
