import type { ReactNode } from 'react';
import { RowsSkeleton } from './AccountSkeleton.tsx';
import type { AsyncState } from './use-account.ts';

/** What was read, its shape until then, or why it could not be, with a way to ask again. */
export function AsyncContent<Value>({ from, children }: { from: AsyncState<Value>; children: (value: Value) => ReactNode }) {
  if (from.value !== null) return children(from.value);
  if (from.error === null) return <RowsSkeleton />;
  return (
    <>
      <Refusal text={from.error} />
      <p>
        <button type="button" className="btn btn-line" onClick={from.again}>
          Try again
        </button>
      </p>
    </>
  );
}

/** Why something was refused; nothing where it was not. */
export function Refusal({ text }: { text: string | null }) {
  return text === null ? null : (
    <p className="acct-note" role="alert">
      {text}
    </p>
  );
}
