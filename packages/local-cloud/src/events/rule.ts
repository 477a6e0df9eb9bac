// Rules of EventBridge: aws:cloudwatch/eventRule:EventRule.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { ruleForms } from './form.ts';
import { type RuleInputs, ruleInputs } from './inputs.ts';
import { rateMs } from './rate.ts';
import { ruleArn, ruleKey, type Schedules } from './schedules.ts';

export function ruleHandler({ accountId }: CloudContext, schedules: Schedules): Handler {
  const put = (inputs: RuleInputs, region: string) => {
    rateMs(inputs.scheduleExpression);
    schedules.rules.set(ruleKey(inputs.name, region), { ...inputs, region });
    schedules.set(ruleKey(inputs.name, region));
    return { arn: ruleArn(inputs.name, region, accountId) };
  };
  return defineHandler({
    type: 'aws:cloudwatch/eventRule:EventRule',
    inputs: ruleInputs,
    replaceOn: ['name', 'eventBusName'],
    forms: ruleForms,
    autoname: 'name',
    create: async (inputs, { region }) => ({ id: inputs.name, computed: put(inputs, region) }),
    async read(id, { region }) {
      const record = schedules.rules.get(ruleKey(id, region));
      if (record === undefined) return undefined;
      return { inputs: record, computed: { arn: ruleArn(id, region, accountId) } };
    },
    update: async (_id, inputs, _old, { region }) => put(inputs, region),
    /** The provider tries again for five minutes: rule.go, resourceRuleDelete. */
    async delete(id, _old, { region }) {
      const key = ruleKey(id, region);
      if (schedules.targetsOf(key).length > 0) {
        throw new ServiceError('ValidationException', "Rule can't be deleted since it has targets.");
      }
      schedules.rules.delete(key);
      schedules.set(key);
    },
  });
}
