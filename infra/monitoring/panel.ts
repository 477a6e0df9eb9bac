// What a person looks at: the dashboard of the stack, and its saved queries.
import * as pulumi from '@pulumi/pulumi';
import { type DashboardArgs, declareDashboard } from './dashboard.ts';
import { declareQueries } from './queries.ts';

export class Panel extends pulumi.ComponentResource {
  constructor(name: string, args: DashboardArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:monitoring:Panel', name, {}, opts);
    const { dashboardName } = declareDashboard(name, args, { parent: this });
    declareQueries(`${name}-query`, args, { parent: this });
    this.registerOutputs({ dashboard: dashboardName });
  }
}
