// The operators: each turns one node of the syntax tree into the text that replaces it, or leaves the node alone.
import type { Vite } from 'vitest/node';

export type Node = Vite.ESTree.Node;
export type Span = Vite.ESTree.Span;

/** `text(node)` is the source of a node. Undefined: the operator does not apply. */
type Operator = (node: Node, text: (node: Span) => string) => Edit | undefined;

/** Replaces `[start, end)` of the source, in UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
const OTHER_METHOD: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};
/** Methods whose result has the type of what they are called on. */
const DROPPABLE = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'trim',
  'toLowerCase',
  'replace',
]);

const replaced = ({ start, end }: Span, text: string): Edit => ({ start, end, text });

/** What comes between two nodes of one binary or logical expression: the operator's own place. */
function operatorBetween(left: Span, right: Span, text: string): Edit {
  return { start: left.end, end: right.start, text: ` ${text} ` };
}

function returnedBy(node: Node): Span | null | undefined {
  if (node.type === 'ReturnStatement') return node.argument;
  const isShort = node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement';
  return isShort ? node.body : undefined;
}

export const OPERATORS = {
  condition(node, text) {
    const isBranch = node.type === 'IfStatement' || node.type === 'ConditionalExpression';
    return isBranch ? replaced(node.test, `!(${text(node.test)})`) : undefined;
  },

  comparison(node) {
    if (node.type !== 'BinaryExpression') return undefined;
    const swapped = SWAPPED[node.operator];
    return swapped ? operatorBetween(node.left, node.right, swapped) : undefined;
  },

  boolean(node, text) {
    if (node.type === 'Literal' && typeof node.value === 'boolean') return replaced(node, `${!node.value}`);
    if (node.type !== 'LogicalExpression') return undefined;
    if (node.operator === '??') return replaced(node, text(node.left));
    return operatorBetween(node.left, node.right, node.operator === '&&' ? '||' : '&&');
  },

  return(node, text) {
    const value = returnedBy(node);
    return value && text(value) !== 'undefined' ? replaced(value, 'undefined') : undefined;
  },

  statement(node, text) {
    const isRemovable = node.type === 'ExpressionStatement' || node.type === 'ThrowStatement';
    return isRemovable && !text(node).startsWith('super(') ? replaced(node, ';') : undefined;
  },

  string(node) {
    if (node.type === 'Literal' && typeof node.value === 'string') {
      return replaced(node, node.value === '' ? "'mutant'" : "''");
    }
    if (node.type !== 'TemplateElement' || node.value.raw.trim() === '') return undefined;
    // The parser counts the delimiters: a backquote or a brace before, a backquote or `${` behind.
    return { start: node.start + 1, end: node.end - (node.tail ? 1 : 2), text: '' };
  },

  number(node) {
    return node.type === 'Literal' && typeof node.value === 'number'
      ? replaced(node, `${node.value + 1}`)
      : undefined;
  },

  method(node, text) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
    const { object, property } = node.callee;
    const other = OTHER_METHOD[text(property)];
    if (other !== undefined) return replaced(property, other);
    return DROPPABLE.has(text(property)) ? replaced(node, text(object)) : undefined;
  },

  argument(node) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
    const [last, before] = [node.arguments.at(-1), node.arguments.at(-2)];
    return last && before && { start: before.end, end: last.end, text: '' };
  },

  property(node) {
    if (node.type !== 'ObjectExpression') return undefined;
    const last = node.properties.at(-1);
    return last && { start: node.properties.at(-2)?.end ?? node.start + 1, end: last.end, text: '' };
  },
} satisfies Record<string, Operator>;

export type OperatorName = keyof typeof OPERATORS;
