import type { ReactNode } from 'react';
import { accountMessages } from '../messages.ts';
import { RowsSkeleton } from './AccountSkeleton.tsx';
import type { AsyncState } from './use-account.ts';

/** Renders a value, a skeleton while it loads, or the error with a button to retry. */
export function AsyncContent<Value>({ from, children }: { from: AsyncState<Value>; children: (value: Value) => ReactNode }) {
  if (from.value !== null) return children(from.value);
  if (from.error === null) return <RowsSkeleton />;
  return (
    <>
      <ErrorMessage text={from.error} />
      <p>
        <button type="button" className="button button-outline" onClick={from.reload}>
          {accountMessages.tryAgain}
        </button>
      </p>
    </>
  );
}

/** Renders an error message, if there is one. */
export function ErrorMessage({ text }: { text: string | null }) {
  return text === null ? null : (
    <p className="account-note" role="alert">
      {text}
    </p>
  );
}
