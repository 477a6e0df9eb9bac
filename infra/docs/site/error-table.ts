// Every error of the operations, once each: status, code, an example of its message, and who sends it.
import { bodyExamples } from './examples.ts';
import { type Html, html } from './html.ts';
import type { Api } from './openapi.ts';

interface ErrorRow {
  readonly status: string;
  /** Absent in the gateway's own responses. */
  readonly code?: string;
  readonly message: string;
  readonly operations: string[];
}

export function errorTable(api: Api): Html {
  return html`<dl class="errors">${errorRows(api).map(
    ({ status, code, message, operations }) => html`<div>
    <dt><span class="status bad">${status}</span> ${code === undefined ? html`<span class="type">from the gateway, without a code</span>` : html`<code>${code}</code>`}</dt>
    <dd><p>${message}</p><p class="limits">${operations.map(
      (id, index) => html`${index > 0 && ', '}<a href="#${id}-${status}">${id}</a>`,
    )}</p></dd></div>`,
  )}</dl>`;
}

function errorRows(api: Api): ErrorRow[] {
  const rows = new Map<string, ErrorRow>();
  for (const { id, responses } of api.operations) {
    for (const { status, media } of responses) {
      if (Number(status) < 400 || media === undefined) continue;
      for (const { text } of bodyExamples(api, media)) {
        const { code, message } = JSON.parse(text) as { code?: string; message: string };
        const row = rows.get(`${status} ${text}`) ?? { status, code, message, operations: [] };
        row.operations.push(id);
        rows.set(`${status} ${text}`, row);
      }
    }
  }
  return [...rows.values()].sort((a, b) => a.status.localeCompare(b.status));
}
