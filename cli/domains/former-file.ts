// The stack's file from before a change that is not deployed yet: what a removal in that change took out can be restored from it.
import { keysNaming, VERIFIED } from '../../infra/config/edit/host-entries.ts';
import { parseStackText, type StackText } from '../../infra/config/stack-file.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { deployedRevision } from './checkout.ts';
import type { Context } from './context.ts';
import { fileAt } from './stack.ts';

type Place = Pick<Context, 'folder' | 'stack'>;

/** Undefined where git has none, and for the local stack, which deploys each edit at once: there a removal has ended the attachment. */
export async function formerFile({ folder, stack }: Place): Promise<StackText | undefined> {
  const revision = stack === LOCAL_STACK ? undefined : await deployedRevision(folder);
  if (revision === undefined) return undefined;
  const name = `Pulumi.${stack}.yaml`;
  const text = await fileAt(folder, revision, name);
  return text === undefined ? undefined : { name, text };
}

/** Whether that file has the host in `petstore:verified`. */
export async function wasVerified(place: Place, host: string): Promise<boolean> {
  const former = await formerFile(place);
  const parsed = former && parseStackText(former);
  return parsed !== undefined && 'raw' in parsed && keysNaming(parsed.raw, host).includes(VERIFIED);
}
