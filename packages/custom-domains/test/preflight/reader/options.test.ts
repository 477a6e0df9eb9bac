// Options that no compiler has checked, such as those of a stack's config: a wrong one is refused, not ignored.
import { expect, test } from 'vitest';
import { createReader, type ReaderOptions } from '../../../src/preflight/reader/reader.ts';

const RESOLVER = { resolver: '127.0.0.1:5354', authorityPort: undefined };

const isPlain = (value: unknown) => typeof value === 'object' && !Array.isArray(value);

test.each<[string, object, string]>([
  [
    'a name that is written wrong',
    { resolvr: '127.0.0.1' },
    '"resolvr" is not an option: write one of resolver, authorityPort',
  ],
  ['a member of every object', { toString: '127.0.0.1' }, '"toString" is not an option'],
  ['a port that is none', { authorityPort: 'abc' }, 'authorityPort must be a whole number from 1 to 65535'],
  ['a port that is too large', { authorityPort: 65_536 }, 'not 65536'],
  ['a switch in quotes', { resolverOnly: 'true' }, 'resolverOnly must be true or false, not "true"'],
  ['no tries', { tries: 0 }, 'tries must be a number above 0, not 0'],
  ['a policy that does not exist', { addresses: 'none' }, 'addresses must be "global" or "any"'],
  [
    'a text',
    '127.0.0.1:5354' as unknown as object,
    'must be an object such as { resolver: "192.0.2.53" }, not',
  ],
  ['a list', ['127.0.0.1:5354'], 'must be an object such as'],
  ['a resolver that is a number', { resolver: 5354 }, 'resolver must be a text, not 5354'],
])('%s', (_what, options, message) => {
  const act = () => createReader((isPlain(options) ? { ...RESOLVER, ...options } : options) as ReaderOptions);
  expect(act).toThrow(message);
  expect(act).toThrow(expect.objectContaining({ name: 'ReaderOptionError', code: 'bad-option' }));
});

test('a resolver that is a name', () => {
  const act = () => createReader({ resolver: 'dns.example:53' });
  expect(act).toThrow('the option resolver must be ADDR, ADDR:PORT or [V6]:PORT, not "dns.example:53"');
  expect(act).toThrow(expect.objectContaining({ name: 'ResolverError', code: 'bad-resolver' }));
});
