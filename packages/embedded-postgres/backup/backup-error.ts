export type BackupProblem =
  | 'already-running'
  | 'damaged'
  | 'different-wal'
  | 'disk-full'
  | 'missing-wal'
  | 'no-backup'
  | 'not-archiving'
  | 'not-empty'
  | 'recovery-failed'
  | 'unreachable'
  | 'wrong-key';

/** A failure of a backup or a restore. `message` consists of complete sentences and can be printed without a stack. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly problem: BackupProblem;

  constructor(problem: BackupProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
