// The problems of the zone file of the local internet.

export interface ZoneFileProblem {
  /** Stable, for machines: `bad-zone-line`. */
  readonly code: string;
  /** The line: `internet.zone:12`. */
  readonly path: string;
  /** What is wrong, in one sentence without a final dot. */
  readonly what: string;
  /** What to do about it, in one sentence without a final dot. */
  readonly fix: string;
}

/** Every problem of the file at once. */
export class ZoneFileError extends Error {
  readonly code = 'bad-zone-file';
  readonly file: string;
  readonly problems: readonly ZoneFileProblem[];

  constructor(file: string, problems: readonly ZoneFileProblem[]) {
    super([file, ...problems.map(({ path, what, fix }) => `  ${path} ${what}: ${fix}`)].join('\n'));
    this.name = 'ZoneFileError';
    this.file = file;
    this.problems = problems;
  }
}
