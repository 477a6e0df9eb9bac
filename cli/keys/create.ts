// `keys create`: a new key, shown once.
import { checkFormat } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { readExpiry } from './dates.ts';
import { printNewKey } from './key-records.ts';
import { confirmed, prefixOf, type StackOptions, stackKeys } from './stack-keys.ts';

export interface CreateOptions extends StackOptions {
  readonly name: string;
  readonly expires?: string;
  readonly format: string;
}

export async function createKey({ name, expires, format, ...options }: CreateOptions): Promise<void> {
  checkFormat(format);
  checkName(name);
  const expiresAt = readExpiry(expires, Date.now());
  const { stack } = options;
  const keys = await stackKeys(options);
  const creation = keys.createKey({ name, prefix: prefixOf(stack), expiresAt });
  printNewKey(await confirmed(creation, stack, 'created', 'revoke it, as nobody has it'), format, stack);
}

/** In characters: a name is a word or two that tell whose key it is. */
const MAX_NAME = 64;

function checkName(name: string): void {
  const fix = `give 1 to ${MAX_NAME} characters that say whose key it is, for example --name ci`;
  if (name.trim() === '') throw new UsageError('--name is empty.', fix);
  const { length } = [...name];
  if (length > MAX_NAME) throw new UsageError(`--name has ${length} characters.`, fix);
  if (/\p{C}|\p{Zl}|\p{Zp}/u.test(name))
    throw new UsageError('--name has characters that do not print.', fix);
}
