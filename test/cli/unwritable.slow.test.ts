// Files that cannot be written: a sentence and a fix in place of the system's error with a stack.
import { expect, test, vi } from 'vitest';
import { unwritable } from '../../cli/unwritable.ts';
import { openFixture } from './domains/harness.ts';

vi.mock('write-file-atomic', () => ({
  sync: (path: string) => {
    throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', path: `${path}.1` });
  },
}));

test.each([
  ['EROFS', 'a/b cannot be written: the file system is read-only.'],
  ['EACCES', 'a/b cannot be written: this user may not write there.'],
  ['EPERM', 'a/b cannot be written: this user may not write there.'],
  ['ENOSPC', 'a/b cannot be written: no space is left on the device.'],
  ['EDQUOT', "a/b cannot be written: the user's quota is used up."],
  ['ENOTDIR', 'a/b cannot be written: a part of its path is a file.'],
  ['EEXIST', 'a/b cannot be written: it is a file.'],
])('%s', (code, what) => {
  expect(unwritable(Object.assign(new Error(code), { code, path: 'a/b' }))?.what).toBe(what);
});

test.each([
  ['EROFS', 'make it writable, or use a copy of the project in another folder'],
  ['ENOTDIR', 'move that file away, or delete it'],
  ['EEXIST', 'move that file away, or delete it'],
])('what to do about %s', (code, remedy) => {
  const { fix } = unwritable(Object.assign(new Error(code), { code, path: 'a/b' })) ?? {};
  expect(fix).toBe(`nothing was changed there: ${remedy}`);
});

test('another error stays as it is', () => {
  expect(unwritable(Object.assign(new Error('x'), { code: 'ENOENT', path: 'a' }))).toBeUndefined();
  expect(unwritable(new Error('x'))).toBeUndefined();
  expect(unwritable(Object.assign(new Error('x'), { code: 'EACCES' }))).toBeUndefined();
});

test('the file that was to be written is named in place of a temporary one', () => {
  const error = Object.assign(new Error('x'), { code: 'EACCES', path: 'a/b.tmp' });
  expect(unwritable(error, 'a/b')?.what).toBe('a/b cannot be written: this user may not write there.');
});

test('an edit names the file, not the temporary one, and ends with 2', async () => {
  const fixture = openFixture();
  const file =
    'config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n  petstore:docs:\n    primary: a.example.com\n';
  fixture.write('Pulumi.production.yaml', file);
  const { status, err } = await fixture.run(
    'add',
    'b.example.com',
    '--site',
    'docs',
    '--stack',
    'production',
  );
  expect(status).toBe(2);
  expect(err).toMatch(
    /Pulumi\.production\.yaml cannot be written: the file system is read-only\.\n {2}nothing/,
  );
  expect(fixture.read('Pulumi.production.yaml')).toBe(file);
  await fixture.close();
});
