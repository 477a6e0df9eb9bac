// The areas, and the tests that judge a mutant of each.

export interface Area {
  readonly sources: readonly string[];
  /** Test files or folders, beside those that `nearTests` finds by the source's folder. */
  readonly near?: readonly string[];
}

const DOMAINS = 'packages/custom-domains';

export const AREAS: Readonly<Record<string, Area>> = {
  rules: { sources: [`${DOMAINS}/src/preflight/{rules,reports}/**`] },
  reader: { sources: [`${DOMAINS}/src/preflight/{reader,observation}/**`, `${DOMAINS}/src/preflight/*`] },
  config: { sources: ['infra/config/**'] },
  plan: {
    sources: [
      'infra/{plan,hosts,api,run,iam,monitoring,release}/**',
      'infra/docs/*',
      'infra/*',
      `${DOMAINS}/src/{components,dns-hosts,names}/**`,
    ],
    near: ['test/infra/program.test.ts', 'test/infra/hosts', 'test/infra/plan'],
  },
  service: { sources: ['service/**'] },
  cloud: { sources: ['packages/local-cloud/src/**'], near: ['packages/local-cloud/test/contract'] },
  commands: { sources: ['cli/**'], near: ['test/cli/help.test.ts'] },
};

/**
 * Folders whose tests start processes. `vitest related` cannot see what such a process loads, so they run for the
 * sources beside them, named here; for other sources only with `--slow`, as a promise needs a quick test.
 */
export const SLOW = [
  'test/cli/local',
  'test/engine',
  'test/examples',
  'test/bench',
  `${DOMAINS}/test/package.test.ts`,
];

/** Folders of the nearest tests, in the layout that CONTRIBUTING.md describes; of those, what exists. */
export function nearTests(file: string, { near = [] }: Area, exists: (path: string) => boolean): string[] {
  const inPackage = /^(packages\/[^/]+)\/src\/([^/.]+)/.exec(file);
  const inProject = /^((?:infra|cli)\/[^/.]+|service)\//.exec(file);
  const folder = inPackage ? `${inPackage[1]}/test/${inPackage[2]}` : inProject && `test/${inProject[1]}`;
  return [...new Set([...(folder ? [folder] : []), ...near])].filter(exists);
}
