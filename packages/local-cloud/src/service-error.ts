/** Throws a ServiceError. */
export function refuseIf(isRefused: boolean, code: string, wording: string, status?: number): void {
  if (isRefused) refuse(code, wording, status);
}

/** Throws a ServiceError, in the place of a value: `get(id) ?? refuse(…)`. */
export function refuse(code: string, wording: string, status?: number): never {
  throw new ServiceError(code, wording, status);
}

/** A refusal of a local service. `message` is the service's code, a colon, and the wording. */
export class ServiceError extends Error {
  readonly code: string;
  readonly wording: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(`${code}: ${message}`);
    this.name = 'ServiceError';
    this.code = code;
    this.wording = message;
    this.status = status;
  }
}
