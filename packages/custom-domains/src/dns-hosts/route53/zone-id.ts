// The id of a hosted zone: as it was given, or looked up by the zone's name.
import { getZone } from '@pulumi/aws/route53/getZone.js';
import * as pulumi from '@pulumi/pulumi';
import { paragraph, printable, shown } from '../../output/index.ts';

export interface Route53Zone {
  /** `example.com`. */
  readonly name: string;
  /** Looked up by name where absent: an error where no public zone, or more than one, has it. */
  readonly zoneId?: pulumi.Input<string>;
}

const GET_ZONE = 'aws:route53/getZone:getZone';

/** Looks the zone up once for each provider: hosts of several accounts can share an adapter. Rejects with RunError. */
export function zoneIds({ name, zoneId }: Route53Zone) {
  const known = new Map<pulumi.ProviderResource | undefined, Promise<string>>();
  return ({ parent, provider }: pulumi.CustomResourceOptions): pulumi.Input<string> => {
    if (zoneId !== undefined) return zoneId;
    const own = provider ?? parent?.getProvider(GET_ZONE);
    const found = known.get(own) ?? lookUp(name, { parent, provider: own });
    known.set(own, found);
    return found;
  };
}

async function lookUp(name: string, opts: pulumi.InvokeOptions): Promise<string> {
  try {
    return (await getZone({ name, privateZone: false }, opts)).zoneId;
  } catch (cause) {
    // Without the engine's words in front, which name the function of the provider.
    const why = (cause as Error).message.replace(/^invocation of \S+ returned an error: /, '');
    const text = shown`the zone ${name} was not found at Route 53: ${paragraph(why)}. Check its name and the account of the credentials, or pass its zoneId to route53Dns`;
    throw new pulumi.RunError(printable(text), { cause });
  }
}

/**
 * For an id that a resource takes. Pulumi looks at it only when what the resource depends on is known: until then nothing handles
 * its rejection, and Node warns of one that is handled late. Another promise has the rejection at once, and nothing ever handles
 * that one: Pulumi's runtime prints it, and the program fails.
 */
export function reportAtOnce(zoneId: pulumi.Input<string>): void {
  if (zoneId instanceof Promise) void zoneId.then(() => undefined);
}
