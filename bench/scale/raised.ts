// Quotas for stacks of any number of hosts.

/** More than any of these stacks uses. */
export const RAISED = Object.fromEntries(
  ['L-24B04930', 'L-A93447B8', 'L-F141DD1D', 'cloudflare-records', 'distributions-of-a-function'].map(
    (id) => [id, 100_000],
  ),
);
