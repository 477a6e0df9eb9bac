// Dashboards: aws:cloudwatch/dashboard:Dashboard. They are stored and checked, and nothing draws them.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html
import type { DashboardArgs } from '@pulumi/aws/cloudwatch/dashboard.js';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { argsOf, region } from '../schema/args-of.ts';
import { ServiceError } from '../service-error.ts';
import { dashboardForms } from './form.ts';

const dashboardInputs = argsOf<DashboardArgs>()({
  // internal/service/cloudwatch/validate.go, validDashboardName.
  dashboardName: z
    .string()
    .max(255)
    .regex(/^[-_A-Za-z0-9]+$/),
  dashboardBody: z
    .string()
    .refine((text) => parsed(text) !== undefined, { message: 'contains an invalid JSON' }),
  region,
});
export type DashboardInputs = z.infer<typeof dashboardInputs>;

const WIDGETS = ['metric', 'text', 'log', 'alarm', 'explorer', 'custom'];
/** The grid of a dashboard is 24 units wide. */
const COLUMNS = 24;
const MAX_WIDGETS = 500;

export function dashboardHandler({ accountId, store }: CloudContext): Handler {
  const dashboards = store.collection<DashboardInputs>('cloudwatch/dashboards');
  // A dashboard belongs to the account, not to a region.
  const computedOf = (name: string) => ({
    dashboardArn: `arn:aws:cloudwatch::${accountId}:dashboard/${name}`,
  });
  const put = (inputs: DashboardInputs) => {
    const problems = problemsOf(parsed(inputs.dashboardBody));
    if (problems.length > 0) {
      throw new ServiceError(
        'InvalidParameterInput',
        `The dashboard body is invalid, there are ${problems.length} validation errors: ${JSON.stringify(problems)}`,
      );
    }
    dashboards.set(inputs.dashboardName, inputs);
    return computedOf(inputs.dashboardName);
  };
  return defineHandler({
    type: 'aws:cloudwatch/dashboard:Dashboard',
    inputs: dashboardInputs,
    replaceOn: ['dashboardName'],
    forms: dashboardForms,
    create: async (inputs) => ({ id: inputs.dashboardName, computed: put(inputs) }),
    async read(id) {
      const inputs = dashboards.get(id);
      return inputs && { inputs, computed: computedOf(id) };
    },
    update: async (_id, inputs) => put(inputs),
    delete: async (id) => void dashboards.delete(id),
  });
}

interface Problem {
  readonly dataPath: string;
  readonly message: string;
}

function problemsOf(body: unknown): Problem[] {
  const { widgets } = (body ?? {}) as { readonly widgets?: unknown };
  if (!Array.isArray(widgets)) {
    return [{ dataPath: '', message: "Should have required property 'widgets'" }];
  }
  const many = widgets.length > MAX_WIDGETS;
  return [
    ...(many ? [{ dataPath: '/widgets', message: `Should NOT have more than ${MAX_WIDGETS} items` }] : []),
    ...widgets.flatMap((widget, index) => widgetProblems(widget, `/widgets/${index}`)),
  ];
}

interface Widget {
  readonly type?: string;
  readonly x?: number;
  readonly width?: number;
  readonly properties?: object;
}

function widgetProblems({ type = '', x = 0, width = 6, properties }: Widget, dataPath: string): Problem[] {
  const broken = [
    !WIDGETS.includes(type) && { path: '/type', message: 'Should be equal to one of the allowed values' },
    properties === undefined && { path: '', message: "Should have required property 'properties'" },
    (width < 1 || x < 0 || x + width > COLUMNS) && { path: '/width', message: `Should be <= ${COLUMNS}` },
  ];
  return broken
    .filter((one) => one !== false)
    .map(({ path, message }) => ({ dataPath: dataPath + path, message }));
}

/** Undefined for what is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
