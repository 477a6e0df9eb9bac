// "Remove": what ends at once, the redirect in its place, and for production the acknowledgement.
import type { Finding } from '@petstore/custom-domains/preflight';
import type { HostPlan, StackPlan } from '../../../../infra/plan/types.ts';
import type { RemovalTerms } from '../../edits.ts';
import type { EditPreview } from '../edits/preview.ts';
import { afterwards, hiddenFields } from './add.ts';
import { diffBlock, findingList, hostPath, problemList } from './components.ts';
import { layout } from './layout.ts';
import { type Html, html } from './markup.ts';

const SERVES = { api: 'the API', docs: 'the documentation' } as const;

interface RemovePage {
  readonly plan: HostPlan;
  readonly stack: StackPlan;
  readonly preview: EditPreview;
  readonly terms: RemovalTerms;
  /** What is found of the place to which its record leads. */
  readonly findings: readonly Finding[];
  /** The name that was typed is not the host's. */
  readonly isMistyped?: boolean;
}

export function removePage(page: RemovePage): string {
  const { plan, stack, preview, findings } = page;
  const isRefused = preview.problems.length > 0;
  return layout({
    title: `Remove ${plan.host}`,
    main: html`<p class="crumbs"><a href="${hostPath(stack.stack, plan.host)}">${plan.host}</a></p>
<h1>Remove ${plan.host}</h1>
<h2>What ends</h2>
<ul>${endings(page).map((text) => html`<li>${text}</li>`)}</ul>
${offersRedirect(page) && !isRefused && redirectOffer(plan, stack)}
${findings.length > 0 && findingList(findings)}
${isRefused ? html`<h2>It cannot be removed</h2>${problemList(preview.problems)}` : confirmation(page)}`,
  });
}

/** Nobody has a link to a host that was never deployed. */
const offersRedirect = ({ plan, terms }: RemovePage): boolean => plan.role === 'domain' && terms.isDeployed;

function endings({ plan, terms }: RemovePage): string[] {
  const { host, role, redirect, ttl, site } = plan;
  if (!terms.isDeployed) return ['Nothing: it was never deployed, as the outputs do not have it.'];
  const now =
    redirect === undefined
      ? `Every request to https://${host} fails as soon as the change is deployed: ${SERVES[site]} is no longer served there.`
      : `Requests to https://${host} are no longer redirected to ${redirect.to}.`;
  const links = role === 'redirect' ? 'Old links that rely on it break.' : 'Links to it break.';
  const cached = ttl === undefined ? '' : ` Resolvers may send clients there for ${ttl} s more.`;
  return [`${now}${cached}`, links, 'Its certificate, its attachment and its records are deleted.'];
}

function redirectOffer({ host, site }: HostPlan, { stack, settings }: StackPlan): Html {
  const { primary } = settings[site];
  const query = new URLSearchParams({ stack, host, site, kind: 'redirect', to: primary ?? '' });
  return html`<div class="notice"><p><strong>Either redirect it</strong>, and links to it go on to work.</p>
<p><a class="button" href="/add?${query.toString()}">Redirect it to ${primary ?? 'another host'}</a></p></div>`;
}

function confirmation(page: RemovePage): Html {
  const { plan, stack, preview, terms, isMistyped } = page;
  const file = `Pulumi.${stack.stack}.yaml`;
  return html`<h2>${offersRedirect(page) ? 'Or remove it' : 'The change'}</h2>
${diffBlock(file, preview.diff)}
<form method="post" class="form" action="${hostPath(stack.stack, plan.host)}/remove">${hiddenFields({ base: preview.base })}
${terms.isListed && acknowledgement(plan, isMistyped)}
<p><button class="danger">Remove it from ${file}</button></p>
<p class="meta">${afterwards(stack.stack)}</p></form>`;
}

function acknowledgement({ host }: HostPlan, isMistyped = false): Html {
  return html`<p>Production removes a host only where <code>petstore:removals</code> names it. Your acknowledgement adds <code>${host}</code> there.</p>
${isMistyped && html`<p class="bad" role="alert" id="mistyped">This is another name: nothing was written.</p>`}
<p><label for="confirm">Type ${host} to acknowledge</label>
<input id="confirm" name="confirm" required autocomplete="off" autocapitalize="none" spellcheck="false"${
    isMistyped && html` aria-invalid="true" aria-describedby="mistyped"`
  }></p>`;
}
