// Findings and problems: what was found, why it matters, the fix, and the records to add or remove.
import type { Finding } from '@petstore/custom-domains/preflight';
import type { Problem } from '../../../../infra/config/problem.ts';
import { type Html, html } from './markup.ts';
import { recordLine } from './records.ts';

const WORDS = { blocked: 'blocks', warning: 'warning', info: 'information' } as const;

export function findingList(findings: readonly Finding[]): Html {
  return html`<ul class="findings">${findings.map(findingItem)}</ul>`;
}

function findingItem({ code, severity, found, why, fix, records }: Finding): Html {
  const isInfo = severity === 'info' && records.length === 0;
  return html`<li class="finding ${severity}">
<p><strong class="code">${code}</strong> <span class="badge ${severity}">${WORDS[severity]}</span></p>
<p>${found}</p>
${!isInfo && html`<p class="why">${why}</p><p class="fix"><strong>Fix:</strong> ${fix}</p>`}
${records.map(({ action, ...record }) => recordLine(action, record))}
</li>`;
}

export function problemList(problems: readonly Problem[]): Html {
  return html`<ul class="findings">${problems.map(
    ({ path, what, fix }) => html`<li class="finding blocked"><p><code>${path}</code></p>
<p>${what}</p><p class="fix"><strong>Fix:</strong> ${fix}</p></li>`,
  )}</ul>`;
}
