// Data as YAML for golden files: short, and with differences that are easy to read.
import { stringify } from 'yaml';

const WIDTH = 120;
const UNBROKEN = {
  lineWidth: 0,
  singleQuote: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
};

/** The data as JSON has it. */
export function goldenYaml(data: object): string {
  return `${lines(JSON.parse(JSON.stringify(data)), '').join('\n')}\n`;
}

const flow = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', aliasDuplicateObjects: false, ...UNBROKEN }).trimEnd();

/** A member in three lines at most, else its own members each on lines of their own. */
function lines(value: object, indent: string): string[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const start = `${indent}${Array.isArray(value) ? '-' : `${key}:`}`;
    const line = `${start} ${flow(member)}`;
    const deeper = `${indent}  `;
    if (typeof member === 'string' && member.includes('\n'))
      return [
        `${start} |`,
        ...member
          .trimEnd()
          .split('\n')
          .map((text) => deeper + text),
      ];
    if (typeof member !== 'object' || Array.isArray(value) || line.length <= 3 * WIDTH)
      return wrapped(line, deeper);
    const isText = Array.isArray(member) && typeof member[0] !== 'object';
    return isText ? wrapped(line, deeper) : [start, ...lines(member, deeper)];
  });
}

/** Breaks after commas: YAML reads a line break there as a space, in quotes too. */
function wrapped(line: string, indent: string): string[] {
  const result: string[] = [];
  for (const part of line.split(/(?<=,) (?! )/)) {
    const last = result.at(-1);
    if (last !== undefined && last.length + part.length < WIDTH)
      result[result.length - 1] = `${last} ${part}`;
    else result.push(last === undefined ? part : indent + part);
  }
  return result;
}
