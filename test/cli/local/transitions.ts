// Random changes of a stack's hosts: moves, swaps with a redirect, removals that were a redirect first, and new hosts.
import fc from 'fast-check';

type Site = 'api' | 'docs';
/** What a host does: serve a site, or redirect to a host that does. */
export type Place = Site | { readonly to: string; readonly status: 302 | 307 | 308 };
/** The declared hosts. */
export type Hosts = Readonly<Record<string, Place>>;

/** In two zones, each with its apex: a flattened CNAME at Cloudflare, aliases at Route 53. */
export const FIRST: Hosts = {
  'api.petstore.localhost': 'api',
  'petstore.localhost': 'docs',
  'pets.localhost': 'api',
  'www.petstore.localhost': { to: 'petstore.localhost', status: 307 },
  'docs.pets.localhost': { to: 'api.petstore.localhost', status: 308 },
};

const POOL = [...Object.keys(FIRST), 'shop.petstore.localhost'];

type Kind = 'move' | 'swap' | 'remove' | 'add';

interface Transition {
  readonly kind: Kind;
  /** Those that it changes. */
  readonly changed: readonly string[];
  readonly hosts: Hosts;
  /** Seconds that pass before it. */
  readonly wait: number;
}

interface Drawn {
  readonly kind: Kind;
  readonly wait: number;
  readonly picks: readonly number[];
}

/** The same for a seed. What cannot be done, such as a swap where nothing redirects, is a move. */
export function transitions(seed: number, count: number): Transition[] {
  const drawn = fc.record({
    kind: fc.oneof(
      { weight: 5, arbitrary: fc.constant<Kind>('move') },
      { weight: 3, arbitrary: fc.constant<Kind>('swap') },
      { weight: 2, arbitrary: fc.constantFrom<Kind>('remove', 'add', 'add') },
    ),
    // Mostly within what is remembered (an hour), sometimes longer than an attachment is kept.
    wait: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 1500 }) }, fc.constant(4000)),
    picks: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
  });
  const steps: Transition[] = [];
  let hosts = FIRST;
  for (const one of fc.sample(drawn, { seed, numRuns: count })) {
    const step = apply(hosts, one);
    steps.push({ ...step, wait: one.wait });
    hosts = step.hosts;
  }
  return steps;
}

const serving = (hosts: Hosts, site: Site) => Object.keys(hosts).filter((host) => hosts[host] === site);
const redirecting = (hosts: Hosts) => Object.keys(hosts).filter((host) => typeof hosts[host] === 'object');

function pick<Item>(items: readonly Item[], at = 0): Item | undefined {
  return items[at % items.length];
}

function apply(hosts: Hosts, { kind, picks }: Drawn): Omit<Transition, 'wait'> {
  const redirect = pick(redirecting(hosts), picks[0]);
  const absent = pick(
    POOL.filter((host) => hosts[host] === undefined),
    picks[0],
  );
  if (kind === 'swap' && redirect !== undefined) return { kind, ...swapped(hosts, redirect) };
  if (kind === 'remove' && redirect !== undefined) {
    const { [redirect]: _, ...others } = hosts;
    return { kind, changed: [redirect], hosts: others };
  }
  if (kind === 'add' && absent !== undefined) {
    const site: Site = (picks[1] ?? 0) % 2 === 0 ? 'api' : 'docs';
    return { kind, changed: [absent], hosts: { ...hosts, [absent]: site } };
  }
  return { kind: 'move', ...moved(hosts, picks) };
}

/** The two change places; what redirected to the one redirects to the other: alchemy-run/alchemy#1672. */
function swapped(hosts: Hosts, redirect: string) {
  const { to, status } = hosts[redirect] as Exclude<Place, Site>;
  const after: Hosts = { ...hosts, [redirect]: hosts[to] as Site, [to]: { to: redirect, status } };
  return { changed: [redirect, to], hosts: repointed(after) };
}

const STATUSES = [302, 307, 308] as const;

/** One host to three of them, each to a site or a redirect; one host of each site stays where it is. */
function moved(hosts: Hosts, picks: readonly number[]) {
  const fixed = new Set([pick(serving(hosts, 'api'), picks[1]), pick(serving(hosts, 'docs'), picks[2])]);
  const movable = Object.keys(hosts).filter((host) => !fixed.has(host));
  const changed = [...new Set([3, 4, 5].map((at) => pick(movable, picks[at]) as string))];
  const targets = [...fixed] as string[];
  const places = changed.map((host, at): [string, Place] => {
    const drawn = (picks[6] ?? 0) + (picks[3 + at] ?? 0);
    const status = pick(STATUSES, drawn) as (typeof STATUSES)[number];
    const choices: Place[] = ['api', 'docs', ...targets.map((to) => ({ to, status }))];
    const others = choices.filter((place) => JSON.stringify(place) !== JSON.stringify(hosts[host]));
    return [host, pick(others, drawn) as Place];
  });
  return { changed, hosts: repointed({ ...hosts, ...Object.fromEntries(places) }) };
}

/** A redirect leads in one step to a host that serves: one whose target came to redirect leads to that one's target. */
function repointed(hosts: Hosts): Hosts {
  const end = (to: string): string => {
    const next = hosts[to];
    return typeof next === 'object' ? end(next.to) : to;
  };
  const entries = Object.entries(hosts).map(([host, place]) => [
    host,
    typeof place === 'object' ? { ...place, to: end(place.to) } : place,
  ]);
  return Object.fromEntries(entries);
}

/** The stack file with these hosts in place of those that it declares. */
export function withHosts(stackFile: string, hosts: Hosts): string {
  const site = (name: Site) => {
    const [primary, ...domains] = serving(hosts, name);
    const redirects = redirecting(hosts)
      .map((from) => ({ from, ...(hosts[from] as Exclude<Place, Site>) }))
      .filter(({ to }) => hosts[to] === name);
    return `  petstore:${name}: ${JSON.stringify({ primary, domains, redirects })}\n`;
  };
  const [before = ''] = stackFile.split(/^ {2}petstore:api:/m);
  const [, after = ''] = stackFile.split(/^(?=# For )/m);
  return `${before}${site('api')}${site('docs')}\n${after}`;
}
