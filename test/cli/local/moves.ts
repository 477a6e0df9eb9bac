// Hosts that move between sites and redirects while a client keeps asking for them, and the judge of what it gets.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { askOver, connectTo, type HostAnswer, lookUp } from './clients.ts';

/** What a host does: serve a site, or redirect to one. */
export const PLACES = ['api', 'docs', 'to-api', 'to-docs'] as const;
export type Place = (typeof PLACES)[number];
export type Places = Readonly<Record<string, Place>>;

/** In both zones of the local stack, with the apex that has ALIAS records for a CNAME. */
export const MOVING = {
  'pets.localhost': 'api',
  'api.pets.localhost': 'docs',
  'docs.pets.localhost': 'to-api',
  'shop.petstore.localhost': 'api',
  'www.petstore.localhost': 'to-docs',
} as const satisfies Places;

const API = 'api.petstore.localhost';
const DOCS = 'petstore.localhost';
const STATUS = { 'to-api': 308, 'to-docs': 301 } as const;

/** The stack file with the hosts in their places, in place of those that it declares. */
export function withPlaces(stackFile: string, places: Places): string {
  const at = (place: Place) => Object.keys(places).filter((host) => places[host] === place);
  const site = (name: 'api' | 'docs', primary: string, redirect: 'to-api' | 'to-docs') => {
    const redirects = at(redirect).map((from) => ({ from, to: primary, status: STATUS[redirect] }));
    return `  petstore:${name}: ${JSON.stringify({ primary, domains: at(name), redirects })}\n`;
  };
  const hosts = site('api', API, 'to-api') + site('docs', DOCS, 'to-docs');
  const [before = '', after = ''] = [
    stackFile.split(/^ {2}petstore:api:/m)[0],
    stackFile.split(/^(?=# For )/m)[1],
  ];
  return `${before}${hosts}\n${after}`;
}

export interface Step {
  /** Where all hosts are after it. */
  readonly places: Places;
  /** The hosts that it moves. */
  readonly moving: readonly string[];
}

/** Steps of one host or several, `moves` in all; the same for a seed. */
export function randomMoves(seed: number, moves: number): Step[] {
  const move = fc.record({
    host: fc.constantFrom(...Object.keys(MOVING)),
    by: fc.integer({ min: 1, max: PLACES.length - 1 }),
  });
  const drawn = fc.uniqueArray(move, { selector: ({ host }) => host, minLength: 1, maxLength: 5 });
  const steps: Step[] = [];
  let places: Places = MOVING;
  let left = moves;
  for (const several of fc.sample(drawn, { seed, numRuns: moves })) {
    const taken = several.slice(0, left);
    if (taken.length === 0) break;
    left -= taken.length;
    places = {
      ...places,
      ...Object.fromEntries(taken.map(({ host, by }) => [host, after(places, host, by)])),
    };
    steps.push({ places, moving: taken.map(({ host }) => host) });
  }
  return steps;
}

function after(places: Places, host: string, by: number): Place {
  const at = PLACES.indexOf(places[host] as Place);
  return PLACES[(at + by) % PLACES.length] as Place;
}

export interface WatchedCloud {
  readonly dnsServer: string;
  readonly httpsPort: number;
  readonly authorityPem: string;
}

const PAUSE_MS = 25;

/** Asks every host again and again, as a client does: look-up, connection, request. */
export class Watch {
  /** What was answered where neither the old place nor the new one answers so. */
  readonly wrong: string[] = [];
  probes = 0;
  readonly #cloud: WatchedCloud;
  readonly #loops: readonly Promise<void>[];
  readonly #early: Promise<void>[] = [];
  #right: readonly Places[];
  #stopped = false;

  constructor(cloud: WatchedCloud, places: Places) {
    this.#cloud = cloud;
    this.#right = [places];
    this.#loops = Object.keys(places).map((host) => this.#loop(host));
  }

  /** While `deploy` runs, either place's answer is right for a host; after it the new one's alone. */
  async moving(to: Places, deploy: () => Promise<unknown>): Promise<void> {
    this.#right = [...this.#right, to];
    await deploy();
    this.#right = [to];
  }

  /** A client that connects now, and asks no sooner than `later`. Resolves when it is connected. */
  async connect(host: string, later: Promise<void>): Promise<void> {
    const { promise: connected, resolve } = Promise.withResolvers<void>();
    const asked = this.#probe(host, () => {
      resolve();
      return later;
    });
    this.#early.push(asked);
    await Promise.race([connected, asked]);
  }

  /** One request more. */
  ask(host: string): Promise<void> {
    return this.#probe(host);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#loops, ...this.#early]);
  }

  async #loop(host: string): Promise<void> {
    while (!this.#stopped) {
      await this.#probe(host);
      await sleep(PAUSE_MS);
    }
  }

  async #probe(host: string, connected?: () => Promise<void>): Promise<void> {
    const problem = await this.#problem(host, connected).catch((error: Error) => error.message);
    if (problem !== undefined) this.wrong.push(`${host}: ${problem}`);
    this.probes += 1;
  }

  /** Undefined: it is right. */
  async #problem(host: string, connected?: () => Promise<void>): Promise<string | undefined> {
    const { dnsServer, httpsPort } = this.#cloud;
    const before = this.#right;
    const [target] = await lookUp(dnsServer, host, 'CNAME', 'udp');
    const [address] = await lookUp(dnsServer, host, 'A', 'udp');
    if (address === undefined) return 'has no address';
    const connection = await connectTo(address, host, this.#cloud);
    await connected?.();
    const answer = await askOver(connection, host, httpsPort);
    const [targetAfter] = await lookUp(dnsServer, host, 'CNAME', 'udp');
    const right = new Set([...before, ...this.#right].map((places) => places[host]));
    const led = isLedToApi(answer, httpsPort);
    const place = led ? 'api' : placeOf(answer, httpsPort);
    const shown = `${answer.status} ${answer.location ?? answer.body.slice(0, 80)}`;
    if (place === undefined || !right.has(place)) return `${shown}, where ${[...right]} would be right`;
    const isElsewhere =
      target !== undefined &&
      target === targetAfter &&
      serviceOf(target) !== (led ? 'cdn' : serviceAt(place));
    return isElsewhere ? `${shown}, while DNS says ${target}` : undefined;
  }
}

/** A redirect that its host left for the API, for who resolved the host before its record changed. */
function isLedToApi({ status, location }: HostAnswer, port: number): boolean {
  return status === 307 && location === `https://${API}:${port}/`;
}

/** Which place answers so at `/`; undefined: none does. */
function placeOf({ status, location, type, body }: HostAnswer, port: number): Place | undefined {
  if (status === STATUS['to-api'] && location === `https://${API}:${port}/`) return 'to-api';
  if (status === STATUS['to-docs'] && location === `https://${DOCS}:${port}/`) return 'to-docs';
  if (status === 200 && type?.startsWith('text/html') && body.includes('<title>Pets API')) return 'docs';
  // The application's own words, with its code; the gateway's 404 has none.
  return status === 404 && body.includes('"code":"not_found"') ? 'api' : undefined;
}

const serviceOf = (target: string) => (target.includes('.execute-api.') ? 'gateway' : 'cdn');
const serviceAt = (place: Place) => (place === 'api' ? 'gateway' : 'cdn');
