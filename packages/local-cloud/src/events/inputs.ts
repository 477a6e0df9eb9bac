// The inputs of a rule and of its targets.
import type { EventRuleArgs } from '@pulumi/aws/cloudwatch/eventRule.js';
import type { EventTargetArgs } from '@pulumi/aws/cloudwatch/eventTarget.js';
import { z } from 'zod';
import { argsOf, arn, region, tags } from '../schema/args-of.ts';
import { emulates, isEmulated, needed } from '../schema/emulated.ts';

/** internal/service/events/validate.go, validateRuleName and validateTargetID: as in the service model. */
const name = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[.\-_A-Za-z0-9]+$/);

const eventBusName = z
  .string()
  .min(1)
  .max(1600)
  .regex(/^(arn:aws[\w-]*:events:[a-z]+-[a-z]+-[\w-]+:[0-9]{12}:event-bus\/)?[/.\-_A-Za-z0-9]+$/)
  .check(isEmulated((bus) => bus === 'default', 'event buses', 'a schedule is on the default one'))
  .default('default');

export const ruleInputs = argsOf<EventRuleArgs>()({
  name,
  region,
  eventBusName,
  scheduleExpression: z
    .string(needed('a rule without a schedule', 'there are no events but those of schedules'))
    .max(256)
    .check(
      isEmulated((schedule) => !schedule.startsWith('cron('), 'cron expressions', 'only rates are followed'),
    ),
  description: z.string().max(512).optional(),
  state: emulates(['ENABLED', 'DISABLED'], {
    of: ['ENABLED', 'DISABLED', 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS'],
    because: 'there are no events of CloudTrail',
  }).default('ENABLED'),
  tags,
});
export type RuleInputs = z.infer<typeof ruleInputs>;

export const targetInputs = argsOf<EventTargetArgs>()({
  rule: name,
  region,
  eventBusName,
  targetId: z
    .string(needed('a target without targetId', 'the provider would generate one'))
    .min(1)
    .max(64)
    .regex(/^[.\-_A-Za-z0-9]+$/),
  arn: arn
    .max(1600)
    .check(
      isEmulated(
        (target) => /^arn:aws:lambda:/.test(target),
        'this target',
        'only functions of Lambda are invoked',
      ),
    ),
  // The provider's check: validation.StringIsJSON.
  input: z.string().max(8192).refine(isJson, { message: 'contains an invalid JSON' }).optional(),
  retryPolicy: z
    .strictObject({
      maximumEventAgeInSeconds: z.int().min(60).max(86_400).optional(),
      maximumRetryAttempts: z.int().min(0).max(185).optional(),
    })
    .optional(),
});
export type TargetInputs = z.infer<typeof targetInputs>;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
