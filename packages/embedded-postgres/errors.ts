/** Problems of the embedded PostgreSQL. The message of the error says what to do. */
export type EmbeddedPostgresProblem =
  | 'already-running'
  | 'unsupported-platform'
  | 'not-installed'
  | 'no-permission'
  | 'unreachable'
  | 'data-unusable'
  | 'still-in-use'
  | 'port-taken'
  | 'start-failed';

/** Ends messages about problems that only a person can solve, with the two solutions that always exist. */
export const RECOVERY_HINT = 'Set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server of your own.';

/** A failure of the embedded PostgreSQL. `message` consists of complete sentences and can be printed without a stack. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly problem: EmbeddedPostgresProblem;

  constructor(problem: EmbeddedPostgresProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
