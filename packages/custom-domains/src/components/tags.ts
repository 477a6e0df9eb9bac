// Tags of AWS resources, as Pulumi's own resources take them.
import type * as pulumi from '@pulumi/pulumi';

export type Tags = pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
