// What is inside a Host: a CustomHost, once every argument is right.
import {
  CustomHost,
  type CustomHostArgs,
  distributionTarget,
  gatewayTarget,
  type HostTarget,
  HTTPS_SERVER,
  KEEPS_WEB_ACL,
  SITE_BEHAVIOR,
  viewerArgs,
  viewerHost,
} from '@petstore/custom-domains';
import { hostSpec } from '@petstore/custom-domains/dns-hosts';
import { certificateRequest } from '@petstore/custom-domains/many-hosts';
import { hostNames } from '@petstore/custom-domains/names';
import { paragraph, type Shown } from '@petstore/custom-domains/output';
import { Distribution as Resource } from '@pulumi/aws/cloudfront/distribution.js';
import type * as pulumi from '@pulumi/pulumi';
import type { Distribution, Host, HostArgs } from './host.ts';
import { assertNone, hostZone, ttlProblems, zoneProblems } from './problems.ts';
import { currentRun, type Run } from './run.ts';

/** Resolves to what declares it. Rejects with every problem of the arguments, which have the types of the schema. */
export async function customHost(name: string, args: HostArgs, options: pulumi.ComponentResourceOptions) {
  const run = currentRun();
  const aws = (options.providers as Record<string, pulumi.ProviderResource> | undefined)?.aws;
  const { enabled = true, ...reader } = args.preflight ?? {};
  const { host } = args;
  const zone = hostZone(args.zone);
  const problems: Shown[] = [...zoneProblems(args.zone), ...ttlProblems(args)];
  const attempt = <Result>(act: () => Result): Result | undefined => {
    try {
      return act();
    } catch (error) {
      problems.push(paragraph((error as Error).message));
      return undefined;
    }
  };
  const redirects = run.redirects(aws && { resource: aws, urn: await known(aws.urn) });
  const target = attempt(() => targetOf(args, run, redirects));
  const preflight = attempt(() => (enabled ? run.preflight(reader) : 'off'));
  attempt(() => hostSpec(host, zone, args.gateway === undefined ? 'distribution' : 'gateway'));
  assertNone(problems);
  const dns = await run.dnsOf(zone);
  const request = await certificateRequest(host, await run.state(), { invoke: { provider: aws } });
  return ({ ttl, tags }: HostArgs, parent: Host) => {
    const given = { host, dns, target, preflight, ttl, tags, request, failures: run.failures };
    return new CustomHost(name, given as CustomHostArgs, { parent });
  };
}

const known = (output: pulumi.Output<string>) => new Promise<string>((resolve) => output.apply(resolve));

function targetOf(
  { gateway, distribution: site, redirect }: HostArgs,
  run: Run,
  redirects: ReturnType<Run['redirects']>,
): HostTarget {
  const given = [gateway, site, redirect].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw new Error(`give one of gateway, distribution and redirect, not ${given.length} of them`);
  if (gateway) return gatewayTarget({ stage: '$default', ...gateway }, [], run.pace);
  if (redirect) return redirects.target({ status: 308, ...redirect });
  return distribution(site as NonNullable<typeof site>);
}

// A distribution of the host's own, in front of a private bucket or of an HTTPS server.

const ORIGIN_ID = 'origin';

/** CloudFront signs its requests to a bucket. */
export function distribution({ origin: domainName, functionArn, ...args }: Distribution): HostTarget {
  const { originAccessControlId, defaultRootObject, cachePolicyId = SITE_BEHAVIOR.cachePolicyId } = args;
  const reader =
    originAccessControlId === undefined ? { customOriginConfig: HTTPS_SERVER } : { originAccessControlId };
  return {
    kind: 'distribution',
    attach(request, opts) {
      const { host, tags } = request;
      const site = {
        ...viewerArgs(viewerHost(request), host),
        defaultRootObject,
        origins: [{ originId: ORIGIN_ID, domainName, ...reader }],
        defaultCacheBehavior: {
          ...SITE_BEHAVIOR,
          targetOriginId: ORIGIN_ID,
          cachePolicyId,
          responseHeadersPolicyId: args.responseHeadersPolicyId,
          functionAssociations:
            functionArn === undefined ? [] : [{ eventType: 'viewer-request', functionArn }],
        },
        tags,
      };
      return distributionTarget(
        new Resource(hostNames(host).attachment, site, { ...opts, ...KEEPS_WEB_ACL }),
      );
    },
  };
}
