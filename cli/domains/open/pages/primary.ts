// "Make it the primary": what changes places, before it is written.
import type { HostPlan, StackPlan } from '../../../../infra/plan/types.ts';
import type { EditPreview } from '../edits/preview.ts';
import { afterwards, hiddenFields } from './add.ts';
import { diffBlock, hostPath, problemList } from './components.ts';
import { layout } from './layout.ts';
import { html } from './markup.ts';

export function primaryPage(plan: HostPlan, { stack, settings }: StackPlan, preview: EditPreview): string {
  const { host, site, redirect } = plan;
  const file = `Pulumi.${stack}.yaml`;
  const former = settings[site].primary ?? '';
  const title = `Make ${host} the primary`;
  return layout({
    title,
    main: html`<p class="crumbs"><a href="${hostPath(stack, host)}">${host}</a></p>
<h1>${title}</h1>
<p>It becomes the address of the ${site} that the stack gives to clients. ${former} ${redirect === undefined ? 'goes on to serve too' : 'redirects to it from then on'}.</p>
${
  preview.problems.length > 0
    ? html`<h2>It cannot be changed</h2>${problemList(preview.problems)}`
    : html`<h2>The change</h2>
${diffBlock(file, preview.diff)}
<form method="post" class="form" action="${hostPath(stack, host)}/primary">${hiddenFields({ base: preview.base })}
<p><button>Write it to ${file}</button></p>
<p class="meta">${afterwards(stack)}</p></form>`
}`,
  });
}
