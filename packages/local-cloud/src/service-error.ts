/** A refusal of a local service. `message` is the service's code, a colon, and the service's own wording. */
export class ServiceError extends Error {
  readonly code: string;
  /** It lacks the code. */
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
