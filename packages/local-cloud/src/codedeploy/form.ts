// CodeDeploy: terraform-provider-aws, internal/service/codedeploy.
import type { Forms } from '../forms/form.ts';
import { orElse, sameSet } from '../forms/values.ts';

export const applicationForms: Forms = { rules: [] };

/** deployment_config.go. The service returns AllAtOnce where no routing was declared. */
export const deploymentConfigForms: Forms = { rules: [] };

/**
 * deployment_group.go: alarms and events are sets, and a style that was not declared is no change
 * (SuppressMissingOptionalConfigurationBlock).
 */
export const deploymentGroupForms: Forms = {
  rules: [
    {
      path: 'deploymentStyle',
      computed: true,
      served: orElse({ deploymentOption: 'WITHOUT_TRAFFIC_CONTROL', deploymentType: 'IN_PLACE' }),
    },
    { path: 'alarmConfiguration.alarms', same: sameSet },
    { path: 'autoRollbackConfiguration.events', same: sameSet },
  ],
};
