// Hosts are checked, each with what is asked about it: the preflight, where its present records lead, and what follows from the target that
// it is to have.
import type { HostSpec } from '../dns-hosts/zone.ts';
import { shown } from '../output/index.ts';
import {
  type AssignedServers,
  type CheckedHost,
  type CheckOptions,
  check,
  type Expected,
  type Finding,
  isUnread,
} from '../preflight/index.ts';
import type { Reader } from '../preflight/reader/reader.ts';
import { caaOfNewTarget } from '../preflight/rules/caa.ts';
import { dnssecOfNewTarget } from '../preflight/rules/dnssec.ts';
import { checkTargets, type WebOptions, withTarget } from '../takeover/index.ts';
import type { ToolIo } from './io.ts';
import type { Target } from './targets.ts';

export interface Question {
  readonly spec: HostSpec;
  readonly target: Target;
  readonly expected?: Expected;
  /** It is to be served from its target already. */
  readonly live: boolean;
}

/** The results are in the order of the questions. `assigned`: the name servers of declared zones, as far as they are known. `amend`: of `check`. */
export async function checkHosts(
  questions: readonly Question[],
  reader: Reader,
  io: ToolIo,
  web: WebOptions,
  assigned?: ReadonlyMap<string, AssignedServers>,
  amend?: CheckOptions['amend'],
): Promise<CheckedHost[]> {
  const specs = questions.map(({ spec }) => spec);
  const expected = new Map(
    questions.flatMap(({ spec, expected: own }) => (own ? [[spec.host, own] as const] : [])),
  );
  const onChecked = (done: number) => io.progress(shown`reading DNS: ${done} of ${specs.length} hosts`);
  onChecked(0);
  const checked = await check(specs, reader, { expected, assigned, onChecked, amend, now: io.now });
  const names = new Set(questions.map(({ target }) => target.name).filter((name) => name !== undefined));
  const hosts = specs.map(({ host }) => host);
  const [leading, targets] = await Promise.all([
    checkTargets(hosts, reader, web),
    Promise.all([...names].map(async (name) => [name, await readNewTarget(reader, name)] as const)),
  ]);
  const ofTarget = new Map(targets);
  return checked.map((one, index) => {
    const { target, live } = questions[index] as Question;
    const { host, apex } = one.plan;
    // An alias at an apex shows its target's addresses, and none of its other records.
    const found = apex || target.name === undefined ? [] : (ofTarget.get(target.name)?.(one) ?? []);
    // A host that is live leads to what serves it: to nothing is not a plan for later.
    const atLive = (lead: Finding): Finding => (isUnread(lead) ? lead : { ...lead, severity: 'blocked' });
    const leads = (leading.get(host) ?? []).map((lead) => (live ? atLive(lead) : lead));
    return { ...one, findings: withTarget([...one.findings, ...found], leads) };
  });
}

/** What follows for each host that is to be a CNAME to it: its CAA, and whether that validates. */
async function readNewTarget(reader: Reader, name: string) {
  const [caa, { verdict }] = await Promise.all([
    reader.resolve(name, 'CAA'),
    reader.validator.validate(name, 'CAA'),
  ]);
  return ({ plan, observation, findings }: CheckedHost): Finding[] => {
    const ofCaa = caaOfNewTarget(plan, name, caa, observation.at);
    // A response that failed cannot be validated either; and a host that leads there already has the finding.
    const isKnown = (own: Finding) =>
      (isUnread(own) && caa.kind === 'failed') ||
      findings.some(({ code, severity }) => code === own.code && severity === own.severity);
    return [...ofCaa, ...dnssecOfNewTarget(plan, name, verdict).filter((one) => !isKnown(one))];
  };
}
