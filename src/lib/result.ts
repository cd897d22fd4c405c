/** Results of use cases: the value, or a failure that the caller has to handle. */

/** Values for the `<name>` placeholders of an error's sentence. */
export type FailureValues = Readonly<Record<string, string | number>>;

/** Why a use case did nothing: the code of a declared error. A transaction that returns one is rolled back. */
export class Failure<Code extends string = string, Values extends FailureValues = FailureValues> {
  readonly ok = false;
  readonly code: Code;
  readonly values: Values;
  constructor(code: Code, values: Values) {
    this.code = code;
    this.values = values;
  }
}

export interface Success<Value> {
  readonly ok: true;
  readonly value: Value;
}

type NoValues = Readonly<Record<never, never>>;

export const ok = <Value>(value: Value): Success<Value> => ({ ok: true, value });

/** Creates a failure. The contract of the call that returns it checks the code and the values. */
export function fail<Code extends string>(code: Code): Failure<Code, NoValues>;
export function fail<Code extends string, Values extends FailureValues>(code: Code, values: Values): Failure<Code, Values>;
export function fail(code: string, values: FailureValues = {}): Failure {
  return new Failure(code, values);
}
