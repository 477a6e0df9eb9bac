// CloudFront's API over HTTP for two operations, as its service model has them: botocore, data/cloudfront/2020-05-31/service-2.json.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const ACCOUNT = '123456789012';
const NAMESPACE = 'http://cloudfront.amazonaws.com/doc/2020-05-31/';

export interface Holder {
  readonly id: string;
  readonly domainName: string;
  readonly aliases: readonly string[];
  readonly account?: string;
  /** The names of its certificate. */
  readonly certificate?: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly xml: string;
}

/** Serves the distributions of the account until it is closed; those of other accounts only conflict. */
export async function startCloudFrontApi(distributions: readonly Holder[]) {
  const server = createServer(async (request, response) => {
    const { status, xml } = answer(request, await text(request), distributions);
    response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

function answer({ method, url, headers }: IncomingMessage, body: string, all: readonly Holder[]): Answer {
  if (!headers.authorization?.includes('/us-east-1/cloudfront/aws4_request'))
    return refusal(403, 'AccessDenied', 'The request is not signed for CloudFront.');
  const own = all.filter(({ account = ACCOUNT }) => account === ACCOUNT);
  const [path] = (url ?? '').split('?');
  if (method === 'GET' && path === '/2020-05-31/distribution') return { status: 200, xml: list(own) };
  if (method !== 'POST' || path !== '/2020-05-31/domain-conflicts')
    return refusal(404, 'NoSuchResource', `${method} ${path}`);
  const asked = tag(body, 'Domain');
  const validating = own.find(({ id }) => id === tag(body, 'DistributionId'));
  if (validating === undefined) return refusal(404, 'EntityNotFound', 'The entity was not found.');
  // "a valid certificate, which covers the domain that you specify"
  if (!validating.certificate?.includes(asked))
    return refusal(400, 'InvalidArgument', 'The certificate of the distribution does not cover the domain.');
  return { status: 200, xml: conflicts(all, asked) };
}

function list(own: readonly Holder[]): string {
  const items = own.map(
    ({ id, domainName }) =>
      `<DistributionSummary><Id>${id}</Id><DomainName>${domainName}</DomainName></DistributionSummary>`,
  );
  return `<DistributionList xmlns="${NAMESPACE}"><Marker></Marker><MaxItems>100</MaxItems><IsTruncated>false</IsTruncated><Quantity>${own.length}</Quantity><Items>${items.join('')}</Items></DistributionList>`;
}

/** The name itself, and the wildcard over it. */
function conflicts(all: readonly Holder[], asked: string): string {
  const wildcard = `*.${asked.split('.').slice(1).join('.')}`;
  const found = all.flatMap(({ id, aliases, account = ACCOUNT }) =>
    aliases
      .filter((alias) => alias === asked || alias === wildcard)
      .map(
        (alias) =>
          `<DomainConflicts><Domain>${alias}</Domain><ResourceType>distribution</ResourceType><ResourceId>${id}</ResourceId><AccountId>${account}</AccountId></DomainConflicts>`,
      ),
  );
  return `<ListDomainConflictsResult xmlns="${NAMESPACE}"><DomainConflicts>${found.join('')}</DomainConflicts></ListDomainConflictsResult>`;
}

function refusal(status: number, code: string, message: string): Answer {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, xml: `<ErrorResponse xmlns="${NAMESPACE}">${error}</ErrorResponse>` };
}

function tag(body: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? '';
}
