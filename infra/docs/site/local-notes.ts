// What a sample needs on the machine of a local cloud, as comments of its program.
import { shellQuoted } from '@petstore/custom-domains/output';

/** curl and browsers resolve `*.localhost` themselves (RFC 6761 6.3); other clients ask the system, which may not. */
export const RESOLVING =
  'Where your system does not resolve *.localhost: add "127.0.0.1 HOST" to its hosts file';

/** `authorityFile`: as in PageContext. Node reads the variable once, when it starts. */
export function nodeNotes(authorityFile: string | undefined): string[] {
  if (authorityFile === undefined) return [];
  return [`// Start Node with NODE_EXTRA_CA_CERTS=${shellQuoted(authorityFile)}`, `// ${RESOLVING}`];
}
