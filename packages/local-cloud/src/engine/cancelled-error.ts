/** The run is stopped. As in the real engine ("update canceled"), no operation begins any more, and what is done is in the state. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  readonly code = 'deployment-cancelled';

  constructor() {
    super('the deployment was cancelled');
  }
}
