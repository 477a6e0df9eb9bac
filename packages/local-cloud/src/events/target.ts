// Targets of rules: aws:cloudwatch/eventTarget:EventTarget.
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { targetForms } from './form.ts';
import { type TargetInputs, targetInputs } from './inputs.ts';
import { ruleKey, type Schedules } from './schedules.ts';

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
const MAX_TARGETS = 5;

export function targetHandler(schedules: Schedules): Handler {
  const { targets, rules } = schedules;
  const keyOf = ({ rule, targetId }: TargetInputs, region: string) => `${ruleKey(rule, region)}/${targetId}`;

  function put(inputs: TargetInputs, region: string): void {
    const rule = ruleKey(inputs.rule, region);
    if (rules.get(rule) === undefined) {
      throw new ServiceError(
        'ResourceNotFoundException',
        `Rule ${inputs.rule} does not exist on EventBus default.`,
      );
    }
    const others = schedules.targetsOf(rule).filter(({ targetId }) => targetId !== inputs.targetId);
    if (others.length >= MAX_TARGETS) {
      throw new ServiceError(
        'LimitExceededException',
        'The requested resource exceeds the maximum number allowed.',
      );
    }
    targets.set(keyOf(inputs, region), inputs);
  }

  return defineHandler({
    type: 'aws:cloudwatch/eventTarget:EventTarget',
    inputs: targetInputs,
    replaceOn: ['rule', 'targetId', 'eventBusName'],
    forms: targetForms,
    async create(inputs, { region }) {
      put(inputs, region);
      return { id: `${inputs.rule}-${inputs.targetId}`, computed: {} };
    },
    async read(id, { region }, known) {
      // An import names both: target.go, targetParseImportID.
      const [rule = '', targetId = ''] = known === undefined ? id.split('/') : [known.rule, known.targetId];
      const inputs = targets.get(`${ruleKey(rule, region)}/${targetId}`);
      return inputs && { id: `${rule}-${targetId}`, inputs, computed: {} };
    },
    async update(_id, inputs, _old, { region }) {
      put(inputs, region);
      return {};
    },
    delete: async (_id, old, { region }) => void targets.delete(keyOf(old, region)),
  });
}
