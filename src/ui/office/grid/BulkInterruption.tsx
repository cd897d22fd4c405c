/** Says why a change of many records stopped and what was done. */
import { gridMessages } from '../messages.ts';
import type { BulkInterrupted } from './use-bulk-change.ts';

export function BulkInterruption({ state }: { readonly state: BulkInterrupted }) {
  return (
    <>
      <p className="alert">{state.title}</p>
      <p>{state.isPreview ? gridMessages.nothingDone : gridMessages.interrupted(state)}</p>
    </>
  );
}
