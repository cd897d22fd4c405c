/** Says why a change of many records stopped, what was done, and which records may be done. */
import { interruptionMessages as text } from '../messages/interruption.ts';
import { gridMessages } from '../messages.ts';
import type { BulkInterrupted, BulkResult, BulkState } from './use-bulk-change.ts';

/** Names of changed records that are listed. Those without a result are all listed: there is one portion of them. */
const MAX_CHANGED = 8;

interface Named extends BulkResult {
  readonly name: string;
}

interface NamesProps {
  readonly title: string;
  readonly results: readonly Named[];
  readonly max: number;
}

function Names({ title, results, max }: NamesProps) {
  if (results.length === 0) return null;
  return (
    <div>
      <p>{title}</p>
      <ul className="bulk-names">
        {results.slice(0, max).map(({ id, name }) => (
          <li key={id}>{name === '' ? id : name}</li>
        ))}
        {results.length > max && <li className="text-muted">{text.more(results.length - max)}</li>}
      </ul>
    </div>
  );
}

/** Names the records of an interrupted change without a result: nobody knows whether they changed. */
export function Unanswered({ state }: { readonly state: BulkState<Named> }) {
  return state.step === 'interrupted' && <Names title={text.unanswered} results={state.unanswered} max={state.unanswered.length} />;
}

export function BulkInterruption({ state }: { readonly state: BulkInterrupted<Named> }) {
  return (
    <>
      <p className="alert">{state.title}</p>
      <p>{state.isPreview ? gridMessages.nothingDone : gridMessages.interrupted(state)}</p>
      <Names title={text.changed} results={state.changed} max={MAX_CHANGED} />
      <Unanswered state={state} />
    </>
  );
}
