// Rates of EventBridge: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
import { ServiceError } from '../service-error.ts';

const MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The milliseconds of `rate(5 minutes)`. "If the value is equal to 1, then the unit must be singular." */
export function rateMs(expression: string): number {
  const [, digits, unit, plural] = /^rate\(([1-9]\d*) (minute|hour|day)(s?)\)$/.exec(expression) ?? [];
  const value = Number(digits);
  if (unit === undefined || (value === 1) !== (plural === '')) {
    throw new ServiceError('ValidationException', 'Parameter ScheduleExpression is not valid.');
  }
  return value * MS[unit as keyof typeof MS];
}
