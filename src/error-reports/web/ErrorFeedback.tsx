import { type FormEvent, useState } from 'react';
import { client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { errorReportCalls } from '../contract.ts';
import { reporter } from './reporter.ts';

type Stage = 'asking' | 'sending' | 'thanks' | 'failed';

/** Asks who saw a fault what they were doing; their words go beside its report (SPEC.md §8 "Error boundary"). */
export default function ErrorFeedback({ error }: { readonly error: unknown }) {
  const [stage, setStage] = useState<Stage>('asking');
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('words') ?? '').trim();
    if (words === '') return;
    setStage('sending');
    const id = await reporter.idOf(error);
    const sent =
      id === null
        ? null
        : await client(errorReportCalls, fetchTransport())
            .describe({ id, words })
            .catch(() => null);
    setStage(sent?.ok ? 'thanks' : 'failed');
  };
  if (stage === 'thanks') return <p role="status">Thank you. We read every one of these.</p>;
  return (
    <form onSubmit={submit}>
      <label className="field">
        <span>What were you doing? (optional)</span>
        <textarea className="input" name="words" rows={3} maxLength={2_000} />
      </label>
      {stage === 'failed' && <p role="alert">That could not be sent. Ringing us works too.</p>}
      <button type="submit" className="btn" disabled={stage === 'sending'}>
        Send
      </button>
    </form>
  );
}
