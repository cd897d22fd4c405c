/** Why the embedded PostgreSQL cannot serve; the message of the error says what to do about it. */
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

/** Ends the messages that only a person can act on: the two ways out that always exist. */
export const RECOVERY_HINT = 'Set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server of your own.';

/** A failure of the embedded PostgreSQL. `message` is whole sentences, fit for printing on its own without a stack. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly problem: EmbeddedPostgresProblem;

  constructor(problem: EmbeddedPostgresProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
