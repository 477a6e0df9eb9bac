// What a deployment reports of something that others change.
import * as pulumi from '@pulumi/pulumi';

/** In a preview it is unknown: a saved plan would bind the deployment to the value that somebody may change meanwhile. */
export function observed<Value>(value: pulumi.Input<Value>): pulumi.Output<Value> {
  const known = pulumi.output(value) as pulumi.Output<Value>;
  return known.apply(
    (one) => (pulumi.runtime.isDryRun() ? pulumi.unknown : one) as pulumi.Input<Value>,
  ) as pulumi.Output<Value>;
}
