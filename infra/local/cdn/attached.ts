// Distributions at the shared ports: each at its own name and its aliases, with the certificates that they need.
import type { CertificateMaterial, Certificates, Front, Names, VirtualHost } from '../rooms.ts';
import type { StoredDistribution } from './configuration.ts';
import type { Edge } from './edge.ts';

export interface AttachedRooms {
  readonly front: Front;
  readonly certificates: Certificates;
  readonly names: Names;
  readonly edge: Edge;
}

interface Held {
  readonly virtualHosts: readonly VirtualHost[];
  /** The certificate in use, and by which distribution. */
  readonly certificateArn: string | undefined;
  readonly distributionArn: string;
}

export class AttachedDistributions {
  readonly #rooms: AttachedRooms;
  readonly #held = new Map<string, Held>();

  constructor(rooms: AttachedRooms) {
    this.#rooms = rooms;
  }

  /** Serves a distribution as it now is; what it had before and has no longer is given up. */
  attach(
    id: string,
    { inputs, computed }: StoredDistribution,
    certificate: CertificateMaterial | undefined,
  ): void {
    const { front, certificates, names } = this.#rooms;
    const before = this.#held.get(id);
    const own = this.#virtualHost(id, computed.domainName, certificates.platform(computed.domainName));
    const aliases =
      certificate === undefined
        ? []
        : inputs.aliases.map((alias) => this.#virtualHost(id, alias, certificate));
    const virtualHosts = [own, ...aliases];
    if (certificate !== undefined) certificates.use(certificate.arn, computed.arn);
    for (const virtualHost of virtualHosts) front.attach(virtualHost);
    names.publish(computed.domainName, computed.hostedZoneId);
    this.#held.set(id, { virtualHosts, certificateArn: certificate?.arn, distributionArn: computed.arn });
    if (before !== undefined) this.#giveUp(before, certificate?.arn);
  }

  detach(id: string, { computed }: StoredDistribution): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    if (held !== undefined) this.#giveUp(held, undefined);
    this.#rooms.names.withdraw(computed.domainName);
  }

  /** Leaves the certificate alone that is still in use. */
  #giveUp(
    { virtualHosts, certificateArn, distributionArn }: Held,
    keptCertificate: string | undefined,
  ): void {
    const { front, certificates } = this.#rooms;
    for (const virtualHost of virtualHosts) front.detach(virtualHost);
    if (certificateArn !== undefined && certificateArn !== keptCertificate)
      certificates.release(certificateArn, distributionArn);
  }

  #virtualHost(id: string, host: string, certificate: CertificateMaterial): VirtualHost {
    const { edge } = this.#rooms;
    return {
      host,
      certificate,
      https: (request, response) => void edge.serve(id, 'https', request, response),
      http: (request, response) => void edge.serve(id, 'http', request, response),
    };
  }
}
