/** The record is no longer what the person saw. Thrown where a use case of another caller has no such failure. */
export class EditConflictError extends Error {
  override name = 'EditConflictError';
  readonly who: string;
  readonly when: string;
  constructor(who: string, when: string) {
    super(`${who} changed the record ${when}`);
    this.who = who;
    this.when = when;
  }
}
