// An edit of a file that cannot be written: the error names the file, not the temporary one, and nothing has changed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { editStack } from '../../cli/domains/edit-stack.ts';
import { addHost } from '../../infra/config/edit/edit.ts';
import { temporaryFolder } from './folder.ts';

vi.mock('write-file-atomic', () => ({
  sync: (path: string) => {
    throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', path: `${path}.1` });
  },
}));

test('Pulumi.production.yaml on a read-only file system: status 2', async () => {
  const text =
    'config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n  petstore:docs:\n    primary: a.example.com\n';
  const folder = temporaryFolder({ 'Pulumi.production.yaml': text });
  const file = join(folder, 'Pulumi.production.yaml');
  const edit = editStack({ folder, stack: 'production' }, (stack) =>
    addHost(stack, { host: 'b.example.com', site: 'docs' }),
  );
  await expect(edit).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(`${file} cannot`),
  });
  expect(readFileSync(file, 'utf8')).toBe(text);
});
