// The API behind the cloud's front, at a host of its own: the service itself, with the gateway's CORS before it.

import {
  type CorsConfiguration,
  isPreflight,
  preflightHeaders,
  responseHeaders,
} from '@petstore/local-cloud/apigatewayv2/cors';
import type { Ingress } from '@petstore/local-cloud/ingress/ingress';
import type { Names } from '@petstore/local-cloud/interfaces';
import { onTestFinished } from 'vitest';
import type { TestCertificates } from '../../../packages/local-cloud/test/support/certificates.ts';
import { appOf, createWorld } from '../../service/harness.ts';

/** Answers at `https://<host>:<port>/v1` for the front; gives a good key. */
export async function attachApi(
  { ingress, certificates, names }: { ingress: Ingress; certificates: TestCertificates; names: Names },
  host: string,
  cors: CorsConfiguration,
): Promise<string> {
  const service = await createWorld();
  onTestFinished(() => service.stop());
  const app = appOf(service);
  names.publish(host);
  ingress.attach(host, {
    certificate: () => certificates.platform(host),
    https(request, response) {
      if (isPreflight(request.method ?? '', request.headers)) {
        response.writeHead(204, preflightHeaders(cors, request.headers)).end();
        return;
      }
      for (const [name, value] of Object.entries(responseHeaders(cors, request.headers.origin)))
        response.setHeader(name, value);
      app(request, response);
    },
  });
  return service.key;
}
