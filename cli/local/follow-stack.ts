// Another run of the engine, in another shell, changed the stack: the files for other programs follow its outputs.
import { pad, shown } from '@petstore/custom-domains/output';
import type { Terminal } from '../terminal.ts';
import type { SharedStack } from './local-stack.ts';
import type { Publication, Published } from './publication.ts';
import type { LocalOutputs } from './ready.ts';

/** Prints what changed; nothing where the outputs are the published ones, as after a deployment of this process. */
export async function followStack(
  shared: SharedStack,
  publication: Publication,
  region: string,
  out: Terminal,
): Promise<void> {
  const outputs = (await shared.outputs()) as LocalOutputs | undefined;
  if (!publication.differs(outputs)) return;
  if (outputs === undefined) {
    publication.clear();
    out.line(shown`  ${out.paint('yellow', '-')} the stack was destroyed: pulumi up deploys it again`);
    return;
  }
  const published = await publication.update(outputs, region);
  publication.writeReady();
  out.line(shown`  ${out.paint('cyan', '~')} the stack was changed by another run of the engine`);
  reportPublished(published, out);
}

/** What takes the place of a printed key or address. */
export function reportPublished({ isKeyNew, ready, newAddresses }: Published, out: Terminal): void {
  for (const { site, url } of newAddresses) out.line(shown`    ${pad(site, 9)} ${out.paint('cyan', url)}`);
  if (isKeyNew) out.line(shown`    new key   ${ready.apiKey}`);
}
