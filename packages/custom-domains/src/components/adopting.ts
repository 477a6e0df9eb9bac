// The `import` option for what exists of a host, wherever its resources are declared: a transformation of the component.
import * as pulumi from '@pulumi/pulumi';
import type { ExistingRecord } from '../dns-hosts/adapter.ts';
import { canonical } from '../names/dns-name.ts';
import type { Import } from './existing-host.ts';

/**
 * Options of a CustomHost whose resources of these logical names are imported. The engine imports a resource and then
 * updates what differs in the same run (pulumi/pulumi 3.174); an update never changes where a record points.
 */
export function adopting(imports: ReadonlyMap<string, Import>): pulumi.ComponentResourceOptions {
  if (imports.size === 0) return {};
  return {
    transformations: [
      ({ name, props, opts }) => {
        const found = imports.get(name);
        if (found === undefined) return undefined;
        const checked = found.record === undefined ? props : sameRecord(props, found.record);
        return { props: checked, opts: { ...opts, import: found.id } };
      },
    ],
  };
}

/** The inputs of a record by Cloudflare's provider, or by Route 53's. */
interface RecordInputs {
  readonly name?: pulumi.Input<string>;
  readonly content?: pulumi.Input<string>;
  readonly records?: pulumi.Input<readonly pulumi.Input<string>[]>;
  readonly aliases?: pulumi.Input<readonly pulumi.Input<{ readonly name: pulumi.Input<string> }>[]>;
  /** Cloudflare's parts of an HTTPS record. */
  readonly data?: pulumi.Input<{
    readonly priority: number;
    readonly target: string;
    readonly value: string;
  }>;
}

/** The same inputs, which fail where the declared record is not the existing one: that one is left as it is. */
function sameRecord(props: RecordInputs, existing: ExistingRecord): RecordInputs {
  const checked = pulumi
    .output({ ...props })
    .apply(({ name: declared = '', content, records, aliases, data }) => {
      const parts = data && [data.priority, data.target, data.value].join(' ');
      const value = content ?? records?.[0] ?? aliases?.[0]?.name ?? parts ?? '';
      if (canonical(declared) === existing.name && canonical(value) === existing.value) return declared;
      throw new Error(
        `${existing.name} ${existing.type} ${existing.value} exists, and the stack declares ${declared} ${value}: a record that differs is not adopted`,
      );
    });
  return { ...props, name: checked };
}
