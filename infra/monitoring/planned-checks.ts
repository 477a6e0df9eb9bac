// What is checked of each host, from its plan. Pure, but for the hosts' own outputs.
import * as pulumi from '@pulumi/pulumi';
import type { Check } from '../../service/checks/check.ts';
import type { HostPlan } from '../plan/types.ts';

/** The contract: the one operation that needs no key. */
const API = { path: '/v1/openapi.json', status: 200 } as const;
const SITE = { path: '/', status: 200 } as const;

export interface CheckedHost {
  readonly plan: HostPlan;
  /** Undefined output: a host that failed, or one that is not attached yet, is not checked. */
  readonly attached: pulumi.Output<boolean>;
}

export interface PlannedChecksArgs {
  readonly hosts: readonly CheckedHost[];
  /** The default addresses. */
  readonly api: pulumi.Output<string>;
  readonly docs: pulumi.Output<string>;
  /** Where a redirect leads, for a request of `/`. */
  readonly locationOf: (to: string) => string;
  readonly port?: number;
}

export function plannedChecks(args: PlannedChecksArgs): pulumi.Output<Check[]> {
  const { hosts, api, docs, locationOf, port } = args;
  const own = hosts.map(({ plan, attached }) =>
    pulumi
      .recover(attached, () => false)
      .apply((isAttached) => (isAttached ? [checkOf(plan, locationOf)] : [])),
  );
  const defaults = pulumi.all([api, docs]).apply(([apiHost, docsHost]) => [
    { host: apiHost, ...API },
    { host: docsHost, ...SITE },
  ]);
  return pulumi
    .all([defaults, ...own])
    .apply((all) => all.flat().map((check: Check) => (port === undefined ? check : { ...check, port })));
}

function checkOf({ host, site, redirect }: HostPlan, locationOf: (to: string) => string): Check {
  if (redirect !== undefined) {
    return { host, path: '/', status: redirect.status, location: locationOf(redirect.to) };
  }
  return { host, ...(site === 'api' ? API : SITE) };
}
