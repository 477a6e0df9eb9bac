// Names: hosts and what is refused of them, the logical names of a host's resources, its zone, and which one a misspelled host is taken for.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closestHost } from '../../src/names/did-you-mean.ts';
import { zoneOf } from '../../src/names/dns-name.ts';
import { normaliseHost, registrable } from '../../src/names/host.ts';
import { hostNames } from '../../src/names/logical-names.ts';
import { HOST_FORM } from '../../src/names/patterns.ts';

test.each([
  ['upper case', 'API.Petstore.Example', 'api.petstore.example'],
  ['a final dot', 'api.petstore.example.', 'api.petstore.example'],
  ['an international name', 'bücher.example', 'xn--bcher-kva.example'],
  ['an international name in upper case', 'BÜCHER.example', 'xn--bcher-kva.example'],
  ['sharp s, which is a letter of its own', 'faß.example', 'xn--fa-hia.example'],
  ['an ideographic full stop', 'api。example', 'api.example'],
  ['an A-label in upper case', 'XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['a joiner after a virama', 'a.क्\u200dष.example', 'a.xn--11b2ezcw70k.example'],
  ['a name below localhost', 'petstore.localhost', 'petstore.localhost'],
  ['a label of 63 octets', `${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ['a label from right to left', '\u05d01.example', 'xn--1-zhc.example'],
  ['a letter first, beside one', 'a1.\u05d0.example', 'a1.xn--4db.example'],
  ['digits in any label but the last', '1.2.3.example', '1.2.3.example'],
  ['a name in the private part of the suffix list', 'github.io', 'github.io'],
])('normalised: %s', (_, text, host) => {
  expect(normaliseHost(text)).toEqual({ ok: true, host });
});

test.each([
  ['nothing', '', 'empty'],
  ['a wildcard', '*.petstore.example', 'wildcard'],
  ['a URL', 'https://api.petstore.example/v1', 'url'],
  ['an underscore', 'api_v2.petstore.example', 'bad-character'],
  ['a blank', 'api v2.petstore.example', 'bad-character'],
  ['a line end', 'api.petstore.example\n', 'bad-character'],
  ['an escape that the URL standard decodes', 'ü%2e.example', 'bad-character'],
  ['a full-width underscore', 'a＿b.example', 'bad-idn'],
  ['a hyphen first', '-a.example', 'bad-label'],
  ['a hyphen last', 'a-.example', 'bad-label'],
  ['a label that mixes directions (RFC 5893 2, rule 2)', '\u05d0a.example', 'bad-bidi'],
  ['its A-label', 'xn--a-0hc.example', 'bad-bidi'],
  ['a digit first, beside a label from right to left (rule 1)', '1a.\u05d0.example', 'bad-bidi'],
  ['the same as A-labels', '1a.xn--4db.example', 'bad-bidi'],
  ['a hyphen first in an international label', '-ü.example', 'bad-idn'],
  ['an A-label that decodes to nothing', 'xn--zzzz.example', 'bad-idn'],
  ['an A-label that hides plain ASCII', 'xn--a.example', 'bad-idn'],
  ['an A-label that hides an underscore', 'xn--b_cher-3ya.example', 'bad-character'],
  ['a joiner that joins nothing', '\u200dfoo.example', 'bad-idn'],
  ['hyphens in third and fourth place', 'ab--cd.example', 'reserved-label'],
  ['a label of 64 octets', `${'a'.repeat(64)}.example`, 'label-too-long'],
  ['an international label of 64 octets', `${'ü'.repeat(60)}.example`, 'label-too-long'],
  ['254 octets', `${`${'a'.repeat(62)}.`.repeat(4)}ab`, 'name-too-long'],
  ['an empty label', 'a..example', 'empty-label'],
  ['two final dots', 'a.example..', 'empty-label'],
  ['a dot first', '.a.example', 'empty-label'],
  ['an IPv4 address', '192.0.2.1', 'ip-address'],
  ['a short IPv4 address', '1.2.3', 'ip-address'],
  ['a full-width IPv4 address', '１.２.３.４', 'ip-address'],
  ['a hexadecimal one', 'a.0x7f', 'ip-address'],
  ['an IPv6 address', '2001:db8::1', 'ip-address'],
  ['one label', 'petstore', 'one-label'],
  ['localhost', 'localhost', 'one-label'],
  ['a public suffix', 'co.uk', 'public-suffix'],
  ['a public suffix by a wildcard of the list', 'foo.ck', 'public-suffix'],
])('refused: %s', (_, text, code) => {
  expect(normaliseHost(text)).toMatchObject({ ok: false, fault: { code } });
});

test.each([
  ['api_v2.petstore.dev', 'did you mean "api-v2.petstore.dev"?'],
  ['https://api.petstore.dev/v1?a=b', 'did you mean "api.petstore.dev"?'],
  ['  https://api.petstore.dev ', 'did you mean "api.petstore.dev"?'],
  ['api.petstore.dev:443', 'did you mean "api.petstore.dev"?'],
  [' api.petstore.dev', 'did you mean "api.petstore.dev"?'],
  ['api..petstore.dev', 'did you mean "api.petstore.dev"?'],
  ['-api.petstore.dev', 'did you mean "api.petstore.dev"?'],
  ['ab--cd.dev', 'did you mean "ab-cd.dev"?'],
  ['*.petstore.dev', 'name each host: each has a certificate of its own'],
])('the correction of %s', (text, fix) => {
  expect(normaliseHost(text)).toMatchObject({ ok: false, fault: { fix } });
});

test.each([
  ['petstore.co.uk', true],
  ['api.petstore.co.uk', false],
  ['petstore.localhost', true],
  ['test.ck', false],
  ['b.test.ck', true],
  ['www.ck', true],
  ['xn--85x722f.xn--55qx5d.cn', true],
  // In the list's private part: its owner has uk.com as an ordinary domain. Only registries count here.
  ['uk.com', true],
  ['example.uk.com', false],
])('%s is directly below a public suffix: %s', (name, expected) => {
  expect(registrable(name) === name).toBe(expected);
});

const alnum = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789');
const label = fc
  .tuple(alnum, fc.string({ unit: fc.constantFrom(...'abcxyz019-'), maxLength: 20 }), alnum)
  .map((parts) => parts.join(''))
  .filter((text) => text.slice(2, 4) !== '--');
const goodHost = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 4 }), fc.constantFrom('example', 'dev', 'localhost'))
  .map(([labels, top]) => [...labels, top].join('.'));

/** Editors compile patterns with the "u" flag or without. */
const patterns = [new RegExp(HOST_FORM.pattern), new RegExp(HOST_FORM.pattern, 'u')];

describe('for every input', () => {
  test('the normal form is LDH, within the limits, and its own normal form', () => {
    const likely = fc.string({ unit: fc.constantFrom(...'aZ0.-_ü。*:/%x\u200d'), maxLength: 30 });
    fc.assert(
      fc.property(fc.oneof(likely, fc.string({ unit: 'grapheme' }), goodHost), (text) => {
        const result = normaliseHost(text);
        if (!result.ok) return result.fault.what !== '' && result.fault.fix !== '';
        const again = normaliseHost(result.host);
        const labels = result.host.split('.');
        expect(again).toEqual(result);
        expect(labels.every((part) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(part))).toBe(true);
        expect(labels.length >= 2 && result.host.length <= 253).toBe(true);
        // The editor must never flag what is accepted here.
        expect(patterns.every((pattern) => pattern.test(text))).toBe(true);
        return true;
      }),
      { numRuns: 2000 },
    );
  });

  test('a valid name is kept, in any case, with and without a final dot', () => {
    fc.assert(
      fc.property(goodHost, fc.boolean(), fc.boolean(), (host, upper, dot) => {
        const written = (upper ? host.toUpperCase() : host) + (dot ? '.' : '');
        expect(normaliseHost(written)).toEqual({ ok: true, host });
      }),
    );
  });
});

test('two hosts never share a name', () => {
  const host = fc.string({ unit: fc.constantFrom(...'abrouten.-'), minLength: 3, maxLength: 16 });
  fc.assert(
    fc.property(host, host, (one, other) => {
      const names = new Set(Object.values(hostNames(one)));
      const shared = Object.values(hostNames(other)).filter((name) => names.has(name));
      return one === other || shared.every((name) => name === one || name === other);
    }),
  );
});

const zones = ['example.com', 'eu.example.com', 'ample.com', 'com.example'].map((name) => ({ name }));

test.each([
  ['the zone itself', 'example.com', 'example.com'],
  ['a host below it', 'api.example.com', 'example.com'],
  ['the longest of two', 'api.eu.example.com', 'eu.example.com'],
  ['an apex of a longer one', 'eu.example.com', 'eu.example.com'],
  ['no label boundary', 'apieu.example.com', 'example.com'],
  ['a name with the same ending', 'notexample.com', undefined],
  ['a zone that is the ending of another', 'x.ample.com', 'ample.com'],
  ['none', 'example.org', undefined],
])('the zone of a host is the longest by label: %s', (_, host, name) => {
  expect(zoneOf(host, zones)?.name).toBe(name);
});

const HOSTS = ['shop2.petstore.localhost', 'petstore.localhost', 'api.petstore.dev', 'docs.petstore.dev'];

test.each([
  ['api.petstore.dev', 'api.petstore.dev'],
  ['shop.petstore.localhost', 'shop2.petstore.localhost'],
  ['petsotre.localhost', 'petstore.localhost'],
  ['dosc.petstor.dev', 'docs.petstore.dev'],
  ['nowhere.petstore.localhost', undefined],
  ['www.petstore.localhost', undefined],
  ['mail.petstore.dev', undefined],
  ['petstore.example', undefined],
])('the host %s is a misspelled %s', (host, expected) => {
  expect(closestHost(host, HOSTS)).toBe(expected);
});
