// Whether a host responds: a connection to its addresses, the certificate that it presents, and one response.
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { HostResponse, PresentedCertificate } from '../../../infra/hosts/facts.ts';
import { type DeployedHost, httpsPort } from '../../../infra/hosts/host-output.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import type { Reads } from '../context.ts';

/** Connects to the addresses of `name`, and asks for the host there. */
export async function probeOf(
  plan: HostPlan,
  deployed: DeployedHost | undefined,
  { reader, signal, authority }: Pick<Reads, 'reader' | 'signal' | 'authority'>,
  name = plan.host,
): Promise<HostResponse> {
  const [ipv4 = [], ipv6 = []] = await Promise.all(
    ['A', 'AAAA'].map(async (type) => {
      const answer = await reader.resolve(name, type);
      return answer.kind === 'found' ? answer.records : [];
    }),
  );
  // Beside a conflicting A record, the AAAA still follows the CNAME: a response there would hide that clients of IPv4 get none.
  const isDivided = ipv4.length > 0 && ipv6.some((record) => record.name !== ipv4[0]?.name);
  const records = isDivided ? ipv4 : [...ipv4, ...ipv6];
  const addresses = records.map(({ value }) => value);
  // Whoever owns the zone chose them: one refused address is enough to connect to none.
  const refused = addresses.find((address) => reader.refuses(address) !== undefined);
  const refusal = refused && { reason: `${refused} is not connected to: ${reader.refuses(refused)}` };
  const reachable = addresses.filter((address) => reader.reaches(address));
  const port = deployed?.url === undefined ? 443 : httpsPort(deployed.url);
  const path = plan.role !== 'redirect' && plan.site === 'api' ? '/v1/openapi.json' : '/';
  const target = { host: plan.host, addresses: reachable, port, path, ca: authority() };
  const { reason, ...response }: Probe = refusal || (await probeHost(target, signal));
  return { ...response, fault: faultOf(plan, { reason, ...response }) };
}

export function faultOf(plan: HostPlan, probe: Probe): string | undefined {
  if (probe.certificate?.distrust) return `its certificate is not trusted: ${probe.certificate.distrust}`;
  if (probe.reason !== undefined) return `it does not respond: ${probe.reason}`;
  const wanted = plan.redirect?.status ?? 200;
  return probe.status === wanted ? undefined : `it responds with ${probe.status}, not ${wanted}`;
}

/** `reason`: why the connection, TLS or HTTP failed. The certificate is there where TLS succeeded. */
export interface Probe extends Pick<HostResponse, 'certificate' | 'status' | 'location'> {
  readonly reason?: string;
}

/** `addresses`: in the order in which they are tried. `ca`: PEM; the system's own authorities when absent. */
interface ProbeTarget extends Pick<HostPlan, 'host'> {
  readonly addresses: readonly string[];
  readonly port: number;
  readonly path: string;
  readonly ca?: string;
}

const TIMEOUT_MS = 5000;
const MAX_ADDRESSES = 3;

/** Tries the addresses in turn until one responds, each for `timeoutMs` at most. */
export async function probeHost(target: ProbeTarget, signal: AbortSignal, timeoutMs = TIMEOUT_MS) {
  let last: Probe = { reason: 'it has no address' };
  for (const address of target.addresses.slice(0, MAX_ADDRESSES)) {
    last = await probeAddress(target, address, signal, timeoutMs);
    if (last.status !== undefined) return last;
  }
  return last;
}

function probeAddress(
  { host, port, path, ca }: ProbeTarget,
  address: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Probe> {
  const authority = port === 443 ? host : `${host}:${port}`;
  return new Promise((resolve) => {
    let certificate: PresentedCertificate | undefined;
    const outgoing = request({
      host: address,
      port,
      path,
      servername: host,
      headers: { host: authority, 'user-agent': 'petstore-domains' },
      ca,
      // `presented` checks the certificate, so that one that is not trusted can be shown too.
      rejectUnauthorized: false,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    outgoing.on('socket', (socket) => {
      socket.once('secureConnect', () => {
        certificate = presented(socket as TLSSocket);
      });
    });
    outgoing.on('response', (response: IncomingMessage) => {
      // Only the headers matter; a body may be long, or never end.
      response.destroy();
      const { statusCode: status = 0, headers } = response;
      resolve({ certificate, status, location: headers.location });
    });
    outgoing.on('error', (error) =>
      resolve({ reason: `${address}: ${reasonOf(error, timeoutMs)}`, certificate }),
    );
    outgoing.end();
  });
}

/** Node has no name for what OpenSSL calls a permitted subtree violation (RFC 5280 4.2.1.10), which the local cloud's root can cause. */
const DISTRUST: Readonly<Record<string, string>> = {
  UNSPECIFIED:
    'its root may not issue for such a name (that of the local cloud: only under .localhost, .test, .example and .invalid)',
};

function presented(socket: TLSSocket): PresentedCertificate {
  const { issuer, subjectaltname = '', ...peer } = socket.getPeerCertificate();
  const [name = 'an authority without a name'] = [issuer?.O ?? issuer?.CN ?? []].flat();
  const code = String(socket.authorizationError);
  return {
    issuer: name,
    names: subjectaltname.split(', ').map((one) => one.replace(/^DNS:/, '')),
    ...{ notBefore: new Date(peer.valid_from), notAfter: new Date(peer.valid_to) },
    ...(!socket.authorized && { distrust: DISTRUST[code] ?? code }),
  };
}

function reasonOf(error: Error & { code?: string }, timeoutMs: number): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no response within ${timeoutMs / 1000} s`;
  return error.code ?? error.message;
}
