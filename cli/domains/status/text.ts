// The status of a host as text: a line for each of its stages, then its findings and the next steps.
import { join, pad, type Shown, shown, wrap } from '@petstore/custom-domains/output';
import { formatFindings, MARKS, paint } from '@petstore/custom-domains/preflight';
import { nextLines } from '../formats/text.ts';
import { dnsHost, type HostReport, type Mark, type Step } from '../hosts.ts';
import type { TextOptions } from '../io.ts';

type StatusOptions = TextOptions & { readonly stack: string };

const TITLE_WIDTH = 14;

export function hostStatusText(host: HostReport, options: StatusOptions): Shown {
  const { plan, findings, state, steps } = host;
  const { stack, color, width } = options;
  const head = shown`${paint('bold', plan.host, color)}  ${stack} · ${plan.site} · ${dnsHost(plan)} · ${state}`;
  const open = findings.filter(({ severity }) => severity !== 'info');
  const next = nextLines(host.next, 4);
  return join([
    head,
    '',
    ...steps.map((step) => stepText(step, options)),
    ...(open.length > 0 ? ['', formatFindings(open, { color, indent: 4, width })] : []),
    ...(next.length > 0 ? ['', ...next] : []),
  ]);
}

/** A sign is for the eye, and a word for a screen reader. */
export const SIGNS = {
  ok: { sign: MARKS.ok, style: 'ok', word: 'done' },
  wait: { sign: '…', style: 'warning', word: 'waiting' },
  todo: { sign: '·', style: 'dim', word: 'not yet' },
  unknown: { sign: '?', style: 'blocked', word: 'not known' },
  bad: { sign: MARKS.blocked, style: 'blocked', word: 'failed' },
} as const satisfies Record<Mark, object>;

export function stepText({ id, mark, text }: Step, { color, width }: TextOptions): Shown {
  const { sign, style } = SIGNS[mark];
  const [first, ...more] = wrap(text, Math.max(30, width - TITLE_WIDTH - 6));
  const name = text === '' ? id : shown`${pad(id, TITLE_WIDTH)}${first}`;
  const start = shown`  ${paint(style, sign, color)} ${name}`;
  return join([start, ...more.map((line) => shown`${' '.repeat(TITLE_WIDTH + 4)}${line}`)]);
}
