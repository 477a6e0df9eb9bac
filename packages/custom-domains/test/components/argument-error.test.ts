// Wrong arguments of a program: what Pulumi shows of them. Its runtime decides by RunError.isInstance (cmd/run/run.ts).
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import * as own from '../../src/index.ts';

const { CustomHost, gatewayTarget, HostError, Preflight, RedirectError, Redirects, route53Dns } = own;
const target = gatewayTarget({ apiId: 'api', stage: '$default' });
const declared = (host: string) => () =>
  new CustomHost('shop', { host, dns: route53Dns({ name: 'shop.example' }), target, preflight: 'off' });
const WHOLE = { host: 'a.shop.example', dns: route53Dns({ name: 'shop.example' }), target, preflight: 'off' };
/** Undefined: without any argument. */
const incomplete = (changed?: object) => () =>
  new CustomHost('shop', (changed && { ...WHOLE, ...changed }) as never);
const redirect = (to: string, status: number) => () =>
  new Redirects('redirects').target({ to, status: status as own.RedirectStatus });
const preflight = (options: object) => () => new Preflight(options);

function thrownBy(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

test.each([
  ['CustomHost "shop"', HostError, 'outside-zone', declared('www.other.example')],
  ['CustomHost "shop"', HostError, 'url', declared('https://www.shop.example')],
  ['CustomHost "shop"', HostError, 'no-dns', incomplete()],
  ['CustomHost "shop"', HostError, 'no-dns', incomplete({ dns: undefined })],
  ['CustomHost "shop"', HostError, 'no-dns', incomplete({ dns: 'off' })],
  ['CustomHost "shop"', HostError, 'no-target', incomplete({ target: undefined })],
  ['CustomHost "shop"', HostError, 'no-preflight', incomplete({ preflight: undefined })],
  ['CustomHost "shop"', HostError, 'no-preflight', incomplete({ preflight: 'offf' })],
  ['CustomHost "shop"', HostError, 'bad-zone', incomplete({ dns: route53Dns({} as never) })],
  ['Preflight', own.ReaderOptionError, 'bad-option', preflight({ authorityPort: 'abc' })],
  ['Preflight', own.ResolverError, 'bad-resolver', preflight({ resolver: 'nonsense' })],
  ['a redirect', RedirectError, 'bad-status', redirect('www.shop.example', 999)],
  ['a redirect', RedirectError, 'bad-target', redirect('http://www.shop.example', 308)],
  ['a redirect', RedirectError, 'bad-target', redirect('https://shop.example/?a', 308)],
  ['a redirect', RedirectError, 'bad-target', redirect('https://127.0.0.1/', 308)],
  ['a redirect', RedirectError, 'bad-target', redirect(`https://shop.example/${'a'.repeat(980)}`, 308)],
])('%s: one line that names it, without a stack; the class %o and the code %s', (where, type, code, act) => {
  const error = thrownBy(act);
  expect(error).toBeInstanceOf(type);
  expect(error).toMatchObject({ code, message: expect.stringMatching(new RegExp(`^${where}: .+$`)) });
  expect(pulumi.RunError.isInstance(error)).toBe(true);
});

test('a mistake in the program keeps its stack', () => {
  const dns = { ...own.externalDns({ verified: false }), zone: undefined } as never;
  const mistake = () => new CustomHost('shop', { host: 'a.example', dns, target, preflight: 'off' });
  expect(pulumi.RunError.isInstance(thrownBy(mistake))).toBe(false);
});
