// CloudWatch's own clock. It runs with the machine's; a test turns it forward, so that a period ends without a wait.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export class TurnableClock implements Clock {
  #aheadMs = 0;

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  turn(ms: number): void {
    this.#aheadMs += ms;
  }
}
