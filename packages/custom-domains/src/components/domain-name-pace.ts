// The pace at which API Gateway takes domain names: 1 CreateDomainName and 1 UpdateDomainName in 30 seconds for an account, which is not
// raised (developer guide, "Amazon API Gateway quotas"). The provider would try a refused one 25 times in 80 minutes, without a word
// (hashicorp/aws-sdk-go-base, aws_config.go): deletions still do, as the engine runs no hook for what is no longer declared.
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as pulumi from '@pulumi/pulumi';
import { shown } from '../output/index.ts';
import { hookName, informEngine, inRun } from './engine-log.ts';

const SECONDS = 30;

/** One for a program, for all of its gateways; to be created inside it, where there is an engine to register the hook with. */
export class DomainNamePace {
  /** For the domain names: each waits for its turn before it is created or changed, and says how long. */
  readonly hook: pulumi.ResourceHook;

  /** `wait`: of milliseconds. */
  constructor(wait: (ms: number) => Promise<unknown> = setTimeout) {
    let next = 0;
    this.hook = new pulumi.ResourceHook(
      hookName('domain-names'),
      inRun(async ({ name, oldInputs: old, newInputs }: pulumi.ResourceHookArgs) => {
        // Tags alone are no UpdateDomainName (terraform-provider-aws, internal/service/apigatewayv2/domain_name.go).
        const { domainNameConfiguration: wanted } = newInputs ?? {};
        if (old !== undefined && isDeepStrictEqual(old.domainNameConfiguration, wanted)) return;
        const now = Date.now();
        const turn = Math.max(now, next);
        next = turn + SECONDS * 1000;
        if (turn === now) return;
        const left = Math.ceil((turn - now) / 1000);
        await informEngine(
          shown`${name} waits ${String(left)} s: API Gateway takes one domain name in ${String(SECONDS)} s`,
        );
        await wait(turn - now);
      }),
    );
  }
}
