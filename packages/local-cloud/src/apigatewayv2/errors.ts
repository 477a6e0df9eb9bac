// Refusals that several resources of API Gateway share.
import { ServiceError } from '../service-error.ts';

export function badRequest(message: string): ServiceError {
  return new ServiceError('BadRequestException', message);
}
