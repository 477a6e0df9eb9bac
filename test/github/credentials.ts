// The rules of a job that can have a credential: it runs no install script and builds nothing, and what it deploys is the
// build of another job.
import { type Job, type Step, stepsOf, type Workflow } from './workflows.ts';

const BUILD_WORKFLOW = '$/.github/workflows/build.yml';
/** What names the build: the program takes the file only with this SHA-256 (infra/run/prebuilt.ts). */
const BUILD_ENVIRONMENT = {
  PETSTORE_BUILD: 'build/function.json',
  PETSTORE_BUILD_SHA256: `\${{ needs.build.outputs.sha256 }}`,
};
const BUILD_DOWNLOAD = { 'artifact-ids': `\${{ needs.build.outputs.artifact }}`, path: 'build' };

const INSTALLS = /\b(npm (ci|i|install|add|update|it|install-test|install-ci-test)|yarn|pnpm|bun)\b/;
/** These run code of packages, with `--ignore-scripts` too, or that no lock file names. */
const RUNS_PACKAGES = /\b(npx|npm (exec|x|rebuild|create|init)|pip3? install|go (run|install))\b/;
const BUILDS = /\bscripts\/build\.ts\b|\besbuild\b|\bnpm (run (build|prepack)|pack|publish)\b|\btsc\b/;

/** With any write permission, an environment (whose secrets it may read), or a secret. */
function canHaveCredential(job: Job): boolean {
  return (
    Object.values(job.permissions ?? {}).includes('write') ||
    'environment' in job ||
    /\bsecrets\b/.test(JSON.stringify(job))
  );
}

export function credentialViolations({ name, jobs }: Workflow): string[] {
  return Object.entries(jobs).flatMap(([id, job]) => {
    const found = canHaveCredential(job) ? stepsOf(job).flatMap(stepViolations) : [];
    if (job.permissions?.['id-token'] === 'write') found.push(...buildViolations(job, jobs));
    return found.map((text) => `${name} ${id}: ${text}`);
  });
}

function stepViolations({ run = '' }: Step): string[] {
  return run.split('\n').flatMap((line) => {
    if (INSTALLS.test(line) && !/ --ignore-scripts( |$)/.test(line)) return [`runs install scripts: ${line}`];
    if (RUNS_PACKAGES.test(line)) return [`runs a package that is not installed from the lock file: ${line}`];
    return BUILDS.test(line) ? [`builds where there are credentials: ${line}`] : [];
  });
}

function buildViolations(job: Job, jobs: Workflow['jobs']): string[] {
  const found: string[] = [];
  const { build } = jobs;
  if (build?.uses !== BUILD_WORKFLOW || JSON.stringify(build.permissions) !== '{"contents":"read"}')
    found.push('its workflow has no job "build" without credentials');
  if (![job.needs ?? []].flat().includes('build')) found.push('does not need the build');
  const wrong = Object.entries(BUILD_ENVIRONMENT).filter(([name, value]) => job.env?.[name] !== value);
  found.push(...wrong.map(([name]) => `does not take the build by its digest: ${name}`));
  const downloads = (job.steps ?? []).filter(({ uses }) => uses?.startsWith('actions/download-artifact@'));
  if (!downloads.some((step) => JSON.stringify(step.with) === JSON.stringify(BUILD_DOWNLOAD)))
    found.push('does not download the build by its id');
  return found;
}
