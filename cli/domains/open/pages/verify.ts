// The Verify button of a host, and what the last press found.
import type { Finding } from '@petstore/custom-domains/preflight';
import type { HostView } from '../live/stack-view.ts';
import { findingList } from './findings.ts';
import { hostPath } from './host-facts.ts';
import { type Html, html, paragraphs } from './markup.ts';
import { timeOf } from './time.ts';

/** The result of a press of the button. */
export interface Verified {
  readonly at: Date;
  /** Of one or more lines. */
  readonly text: string;
  readonly open: readonly Finding[];
  /** The page with the commands that take the verified host to a pull request. */
  readonly pullRequest?: string;
}

export function verifySection(stack: string, { plan, status }: HostView, last: Verified | undefined): Html {
  const isVerified = plan.zone.provider === 'external' ? plan.zone.verified : status?.state === 'live';
  return html`<form method="post" action="${hostPath(stack, plan.host)}/verify" class="verify">
<button>${isVerified ? 'Re-verify' : 'Verify'}</button> <span class="meta">reads DNS again now, with an empty cache</span></form>
${
  last !== undefined &&
  html`<div class="result" role="status">${paragraphs(last.text)}<p class="meta">at ${timeOf(last.at)}</p>${
    last.open.length > 0 && findingList(last.open)
  }${
    last.pullRequest !== undefined &&
    html`<p><a href="${last.pullRequest}">The commands for the pull request</a></p>`
  }</div>`
}`;
}
