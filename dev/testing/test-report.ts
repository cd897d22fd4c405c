/** What a run of the tests said. */
export interface TestReport {
  readonly files: readonly TestFile[];
  /** How many errors no test caught. */
  readonly uncaught: number;
}

export interface TestFile {
  /** Its path from the root of the project. */
  readonly path: string;
  readonly passed: number;
  readonly failed: number;
}

/** At most this many stories are told again: more of them do not fail by chance. */
const FEW = 3;

/** How many tests passed and failed, of all files; an error that no test caught counts as one failed. */
export function countsOf({ files, uncaught }: TestReport): { passed: number; failed: number } {
  const sum = (key: 'passed' | 'failed'): number => files.reduce((total, file) => total + file[key], 0);
  return { passed: sum('passed'), failed: sum('failed') + uncaught };
}

/**
 * The files to run once more, alone: stories, where nothing but a few of them failed (docs/decisions/0047-a-story-is-told-again.md).
 * In: the report of the whole run. Out: paths; empty where a second run would hide something.
 */
export function testsToRetry({ files, uncaught }: TestReport): readonly string[] {
  const failed = files.filter((file) => file.failed > 0).map(({ path }) => path);
  return uncaught === 0 && failed.length <= FEW && failed.every((path) => path.endsWith('.story.ts')) ? failed : [];
}

/** The report of a whole run in which some files were run again: what they said the second time counts. */
export function reportAfter(first: TestReport, again: TestReport): TestReport {
  const paths = new Set(again.files.map(({ path }) => path));
  return { files: [...first.files.filter(({ path }) => !paths.has(path)), ...again.files], uncaught: first.uncaught + again.uncaught };
}
