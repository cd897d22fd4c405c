/**
 * `node scripts/commit-subjects.ts`: checks that commit subjects follow Conventional Commits, from the first commit after the
 * rule. Prints each subject that does not and exits with 1 if there is one. Does nothing without a Git history.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAX_SUBJECT_LENGTH = 72;
const SUBJECT = /^(?:feat|fix|refactor|docs|test|perf|build|ci|chore|style|revert)(?:\([a-z0-9,/ -]+\))?!?: \S.*[^.]$/;
/** Subjects that Git generates. */
const GENERATED = /^(?:Merge |Revert "|fixup! |squash! )/;
/** Last commit before the rule. */
const LAST_FREE_COMMIT = '483342af94e00df0b1a17e7886efa18296e51cbd';

/** Returns what is wrong with a commit subject. @returns null if it is valid */
export function checkSubject(subject: string): string | null {
  if (GENERATED.test(subject)) return null;
  if (subject.length > MAX_SUBJECT_LENGTH) return `has ${subject.length} characters, at most ${MAX_SUBJECT_LENGTH} are allowed`;
  return SUBJECT.test(subject) ? null : 'must be like "feat(cart): merge guest carts on sign-in"';
}

/** Reads the subjects since the rule, newest first. Empty without a history. */
function readSubjects(): string[] {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  try {
    return execFileSync('git', ['log', '--format=%h %s', `${LAST_FREE_COMMIT}..HEAD`], { cwd, encoding: 'utf8', stdio: 'pipe' })
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}

if (import.meta.main) {
  for (const line of readSubjects()) {
    const problem = checkSubject(line.slice(line.indexOf(' ') + 1));
    if (problem === null) continue;
    console.log(`${line}\n  ${problem}`);
    process.exitCode = 1;
  }
}
