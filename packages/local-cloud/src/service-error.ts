/** A refusal of a local service, with the real service's error code and wording. */
export class ServiceError extends Error {
  readonly code: string;
  /** HTTP status that the real service answers with. */
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(`${code}: ${message}`);
    this.name = 'ServiceError';
    this.code = code;
    this.status = status;
  }
}
