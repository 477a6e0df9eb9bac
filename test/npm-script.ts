// The commands as `npm run` starts them: with the options for Node that package.json has, and no others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** What `npm run <name>` gives to Node; the file of the command is below `root`. */
export function nodeArguments(name: 'local' | 'keys' | 'domains' | 'drill', root = ROOT): string[] {
  const [node, ...args] = scripts[name]?.split(' ') ?? [];
  const file = args.pop();
  if (node !== 'node' || file === undefined) throw new Error(`the script ${name} does not start Node`);
  // npm runs a script in the project's folder.
  const options = args.map((option) => option.replace('=./', `=${root}/`));
  return [...options, join(root, file)];
}
