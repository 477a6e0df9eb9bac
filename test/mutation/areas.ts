// The areas, and the tests that judge a mutant of each.

export interface Area {
  readonly sources: readonly string[];
  /** Test files or folders, beside those that `nearTests` finds by the source's folder. */
  readonly near?: readonly string[];
}

const DOMAINS = 'packages/custom-domains';

export const AREAS: Readonly<Record<string, Area>> = {
  rules: {
    sources: [`${DOMAINS}/src/preflight/{rules,reports}/**`, `${DOMAINS}/src/{authorities,takeover}/**`],
  },
  reader: {
    sources: [
      `${DOMAINS}/src/preflight/{reader,observation}/**`,
      `${DOMAINS}/src/preflight/*`,
      `${DOMAINS}/src/dnssec/**`,
    ],
  },
  config: { sources: ['infra/config/**'] },
  plan: {
    sources: [
      'infra/{plan,hosts,api,run,iam,monitoring,release}/**',
      'infra/docs/*',
      'infra/*',
      `${DOMAINS}/src/{components,dns-hosts,names}/**`,
      `${DOMAINS}/src/*`,
    ],
    near: ['test/infra/program.test.ts', 'test/infra/hosts', 'test/infra/plan'],
  },
  docs: { sources: ['infra/docs/site/**'], near: ['test/infra/docs'] },
  service: { sources: ['service/**'] },
  client: {
    sources: ['packages/client/src/*'],
    near: ['packages/client/test/retries.test.ts', 'packages/client/test/service.test.ts'],
  },
  cloud: { sources: ['packages/local-cloud/src/**'], near: ['packages/local-cloud/test/contract'] },
  commands: {
    sources: ['cli/**', `${DOMAINS}/src/{cli,output}/**`],
    near: ['test/cli/help.test.ts'],
  },
};

/**
 * Folders whose tests start processes. `vitest related` cannot see what such a process loads, so they run for the
 * sources beside them, named here; for other sources only with `--slow`, as a promise needs a quick test. So do tests that
 * call a deployed stack for minutes: whether they are green depends on the machine's load.
 */
export const SLOW = [
  'test/cli/local',
  'test/engine',
  'test/examples',
  'test/bench',
  'test/infra/release/release.test.ts',
  `${DOMAINS}/test/package.test.ts`,
];

/** Folders of the nearest tests, in the layout that CONTRIBUTING.md describes; of those, what exists. */
export function nearTests(file: string, { near = [] }: Area, exists: (path: string) => boolean): string[] {
  const inPackage = /^(packages\/[^/]+)\/src\/([^/.]+)/.exec(file);
  const inProject = /^((?:infra|cli)\/[^/.]+|service)\//.exec(file);
  const folder = inPackage ? `${inPackage[1]}/test/${inPackage[2]}` : inProject && `test/${inProject[1]}`;
  return [...new Set([...(folder ? [folder] : []), ...near])].filter(exists);
}
