// Wrong arguments of a program: what Pulumi shows of them. Its runtime decides by RunError.isInstance (cmd/run/run.ts).
import * as pulumi from '@pulumi/pulumi';
import { describe, expect, test } from 'vitest';
import { externalDns } from '../../src/dns-hosts/external/records.ts';
import { HostError } from '../../src/dns-hosts/host-spec.ts';
import {
  CustomHost,
  gatewayTarget,
  Preflight,
  ReaderOptionError,
  RedirectError,
  type RedirectStatus,
  ResolverError,
  redirectTarget,
  route53Dns,
} from '../../src/index.ts';
import type { ReaderOptions } from '../../src/preflight/reader/options.ts';

const target = gatewayTarget({ apiId: 'api', stage: '$default' });
const declared = (host: string) => () =>
  new CustomHost('shop', { host, dns: route53Dns({ name: 'shop.example' }), target, preflight: 'off' });
const redirect = (to: string, status: number) => () =>
  redirectTarget({ to, status: status as RedirectStatus });
const withOptions = (options: object) => () => new Preflight(options as ReaderOptions);

function thrownBy(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

describe('one line that names the declaration, without a stack; the class and the code stay', () => {
  test.each([
    [
      declared('www.other.example'),
      HostError,
      'outside-zone',
      'CustomHost "shop": the host "www.other.example" is not in',
    ],
    [
      declared('https://www.shop.example'),
      HostError,
      'url',
      'CustomHost "shop": the host "https://www.shop.example" is a URL',
    ],
    [
      withOptions({ authorityPort: 'abc' }),
      ReaderOptionError,
      'bad-option',
      'Preflight: the option authorityPort must be a whole',
    ],
    [
      withOptions({ resolver: 'nonsense' }),
      ResolverError,
      'bad-resolver',
      'Preflight: the option resolver must be ADDR',
    ],
    [
      redirect('www.shop.example', 999),
      RedirectError,
      'bad-status',
      'redirectTarget: the status must be one of 301, 302, 307, 308, not 999',
    ],
    [
      redirect('http://www.shop.example', 308),
      RedirectError,
      'bad-target',
      'redirectTarget: to must be a host name, or a full https',
    ],
    [redirect('https://shop.example/?a', 308), RedirectError, 'bad-target', 'not "https://shop.example/?a"'],
    [redirect('https://127.0.0.1/', 308), RedirectError, 'bad-target', 'to must be a host name'],
  ])('%#', (act, type, code, says) => {
    const error = thrownBy(act);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ code, message: expect.stringContaining(says) });
    expect(error.message).not.toContain('\n');
    expect(pulumi.RunError.isInstance(error)).toBe(true);
  });
});

test('what a terminal would obey is shown as text', () => {
  expect(thrownBy(declared('a\u001b[2Jb.shop.example')).message).toContain('"a\\x1b[2Jb.shop.example"');
});

test('a mistake in the program keeps its stack', () => {
  const error = thrownBy(() => {
    const dns = { ...externalDns({ verified: false }), zone: undefined };
    return new CustomHost('shop', { host: 'a.example', dns: dns as never, target, preflight: 'off' });
  });
  expect(pulumi.RunError.isInstance(error)).toBe(false);
});

test.each(['www.shop.example', 'https://shop.example', 'https://shop.example:8443/new/'])(
  'a redirect to %s',
  (to) => {
    expect(redirect(to, 301)().kind).toBe('distribution');
  },
);
