// Paths as API Gateway forwards them.

/** Percent-decoded; an invalid escape stays as it was sent. */
export function decodePath(path: string): string {
  return path.replace(/(?:%[0-9a-fA-F]{2})+/g, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

/** Path and query of a request target, origin form or absolute form; undefined for anything else (`*`). */
export function splitTarget(target: string): { path: string; query: string } | undefined {
  const origin = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const [path = '', query = ''] = splitOnce(origin, '?');
  if (!path.startsWith('/')) return path === '' && origin !== target ? { path: '/', query } : undefined;
  return { path, query };
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
