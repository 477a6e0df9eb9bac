// Random clients at once, with answers that are late or lost and requests that arrive late: each animal's history is
// linearizable, each is ordered once at most, and a list has each that was there when it began, once.
// `HISTORIES=200` for more of them; `DYNAMODB=http://127.0.0.1:8000` on a store that runs already, such as DynamoDB Local.
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { itemsIn, useDynamo } from './dynalite.ts';
import type { RequestLine } from './event.ts';
import type { Fault } from './fault-proxy.ts';
import { createWorld, creating, type Fixture, type Reply } from './harness.ts';
import { type LambdaFront, openBehindProxy, openLambda } from './lambda-front.ts';

const HISTORIES = Number(process.env.HISTORIES ?? 3);
const OPERATIONS = Number(process.env.OPERATIONS ?? 400);
const CLIENTS = 8;
const ATTEMPT_MS = 60;

class History {
  readonly #fixture: Fixture;
  readonly #random: () => number;
  readonly #animals = new Map<number, Operation[]>();
  /** When the create of an animal was answered. */
  readonly #created = new Map<number, number>();
  #time = 0;
  #made = 0;

  constructor(fixture: Fixture, seed: number) {
    this.#fixture = fixture;
    this.#random = seeded(seed);
  }

  async run(): Promise<void> {
    const { proxy } = await openBehindProxy(this.#fixture);
    const open = () => openLambda(this.#fixture, { endpoint: proxy.endpoint, timeoutMs: ATTEMPT_MS });
    const lambdas = Array.from({ length: CLIENTS }, open);
    // The key is cached from here on, also where the machine is busy: the faults are those of the operations.
    for (const lambda of lambdas) {
      const warm = async () => (await lambda.ask({ method: 'GET', target: '/v1/pets?limit=1' })).status;
      await expect.poll(warm, { timeout: 10_000 }).toBe(200);
    }
    const client = async (lambda: LambdaFront) => {
      const ask = async (line: RequestLine) => {
        const { status, headers, text } = await lambda.ask(line);
        return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
      };
      for (let n = 0; n < OPERATIONS / CLIENTS; n += 1) {
        proxy.plan(this.#fault(), this.#fault(), 'pass');
        await this.#operation(ask);
      }
    };
    const ended = await Promise.allSettled(lambdas.map(client));
    await proxy.settled();
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    await this.#judge();
  }

  #fault(): Fault {
    const number = this.#random();
    if (number < 0.7) return 'pass';
    if (number < 0.8) return 'lose-answer';
    if (number < 0.85) return 'reset';
    return number < 0.93 ? { slow: 2 * ATTEMPT_MS } : { after: wait(2.5 * ATTEMPT_MS) };
  }

  async #operation(ask: Ask): Promise<void> {
    const number = this.#random();
    const known = [...this.#animals.keys()];
    const id = known[Math.floor(this.#random() * known.length)];
    if (id === undefined || number < 0.15) return this.#create(ask);
    if (number < 0.5) return this.#order(ask, id);
    return number < 0.9 ? this.#get(ask, id) : this.#list(ask);
  }

  async #create(ask: Ask): Promise<void> {
    this.#made += 1;
    const called = this.#tick();
    const { status, body: pet } = await ask(creating(`animal ${this.#made}`));
    expect([201, 503]).toContain(status);
    if (status !== 201) return;
    const { id } = pet as { id: number };
    this.#created.set(id, this.#time);
    this.#note(id, 'create', called, (state) => (state === 'none' ? 'available' : undefined));
  }

  async #order(ask: Ask, id: number): Promise<void> {
    const called = this.#tick();
    const target = '/v1/store/orders';
    const { status, body } = await ask({ method: 'POST', target, body: `{"petId":${id}}` });
    const { code } = body as { code?: string };
    const place = (state: State) => (state === 'available' ? 'pending' : undefined);
    if (status === 201) this.#note(id, 'order', called, place);
    else if (code === 'pet_not_available')
      this.#note(id, 'refused', called, (state) => (state === 'pending' ? state : undefined));
    else if (code === 'create_unconfirmed') this.#note(id, 'unconfirmed', called, place, true);
    else {
      expect(['pet_in_use', 'unavailable']).toContain(code);
      this.#note(id, `${code}, nothing was done`, called, (state) => state);
    }
  }

  async #get(ask: Ask, id: number): Promise<void> {
    const called = this.#tick();
    const { status, body } = await ask({ method: 'GET', target: `/v1/pets/${id}` });
    if (status === 503) return;
    const seen = status === 404 ? 'none' : (body as { status: State }).status;
    this.#note(id, `get ${seen}`, called, (state) => (state === seen ? state : undefined));
  }

  async #list(ask: Ask): Promise<void> {
    const began = this.#tick();
    const ids: number[] = [];
    // How many animals there are depends on the creates that are not confirmed, so on how busy the machine is.
    for (let target: string | undefined = '/v1/pets'; target !== undefined; ) {
      const { status, headers, body } = await ask({ method: 'GET', target });
      if (status !== 200) return;
      ids.push(...(body as { id: number }[]).map(({ id }) => id));
      const next = /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1];
      target = next?.replace(/^https:\/\/[^/]+/, '');
    }
    expect(new Set(ids).size).toBe(ids.length);
    const there = [...this.#created].filter(([, answered]) => answered < began).map(([id]) => id);
    expect(ids).toEqual(expect.arrayContaining(there));
    // An animal whose create was not confirmed is found here.
    for (const id of ids) if (!this.#animals.has(id)) this.#animals.set(id, []);
  }

  #note(id: number, what: string, called: number, step: Operation['step'], isOpen = false): void {
    const operations = this.#animals.get(id) ?? [];
    this.#animals.set(id, operations);
    operations.push({ what, called, answered: this.#tick(), step, isOpen });
  }

  #tick(): number {
    this.#time += 1;
    return this.#time;
  }

  async #judge(): Promise<void> {
    for (const [id, operations] of this.#animals) {
      const initial = operations.some(({ what }) => what === 'create') ? 'none' : 'available';
      const shown = operations.map(({ what, called, answered }) => `${called}-${answered} ${what}`);
      expect(isLinearizable(operations, initial), `${id}: ${shown.join(', ')}`).toBe(true);
    }
    const ordered = (await itemsIn(this.#fixture.dynamo, this.#fixture.settings.tables.orders)).map(
      ({ petId }) => petId?.N,
    );
    expect(new Set(ordered).size).toBe(ordered.length);
  }
}

type Ask = (line: RequestLine) => Promise<Pick<Reply, 'status' | 'headers'> & { body: unknown }>;

test.each(Array.from({ length: HISTORIES }, (_, index) => index + 1))(
  'history %i',
  async (seed) => {
    const { DYNAMODB } = process.env;
    const fixture = await createWorld(2, DYNAMODB === undefined ? undefined : useDynamo(DYNAMODB, `${seed}`));
    try {
      await new History(fixture, seed).run();
    } finally {
      await fixture.stop();
    }
  },
  120_000,
);

test('an animal that is sold twice is noticed', () => {
  const place = (state: State) => (state === 'available' ? 'pending' : undefined);
  const order = (called: number, answered: number): Operation => ({
    ...{ what: 'order', called, answered, step: place, isOpen: false },
  });
  expect(isLinearizable([order(1, 2)], 'available')).toBe(true);
  expect(isLinearizable([order(1, 4), order(2, 3)], 'available')).toBe(false);
  expect(isLinearizable([{ ...order(1, 4), isOpen: true }, order(2, 3)], 'available')).toBe(true);
});

/** mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Whether what clients saw of one animal can be put in one order in which each operation takes effect between its call and its
// answer (Herlihy and Wing, "Linearizability", 1990), by trying the orders.

type State = 'none' | 'available' | 'pending';

/** One operation at an animal. Times are places in the history; an operation without an answer may take effect at any later time, or never. */
interface Operation {
  readonly what: string;
  readonly called: number;
  readonly answered: number;
  /** The state after it; undefined where it cannot take effect in that state, or would be answered otherwise. */
  readonly step: (state: State) => State | undefined;
  /** Nobody knows whether it took effect. */
  readonly isOpen: boolean;
}

/** `initial`: before the first operation. */
function isLinearizable(operations: readonly Operation[], initial: State): boolean {
  const tried = new Set<string>();
  const search = (left: readonly Operation[], state: State): boolean => {
    if (left.every(({ isOpen }) => isOpen)) return true;
    const id = `${state} ${left.map(({ called }) => called).join(' ')}`;
    if (tried.has(id)) return false;
    tried.add(id);
    const firstAnswer = Math.min(...left.filter(({ isOpen }) => !isOpen).map(({ answered }) => answered));
    return left.some((operation) => {
      if (operation.called > firstAnswer) return false;
      const next = operation.step(state);
      return (
        next !== undefined &&
        search(
          left.filter((one) => one !== operation),
          next,
        )
      );
    });
  };
  return search(operations, initial);
}
