import { type FormEvent, useState } from 'react';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { TextAreaField } from '#ui/form/Field.tsx';
import { readField } from '#ui/form/form-errors.ts';
import { errorReportContract } from '../contract.ts';
import { errorReportMessages as messages } from '../messages.ts';
import { reporter } from './reporter.ts';

type Stage = 'asking' | 'empty' | 'sending' | 'thanks' | 'failed';

/** Asks the shopper what they were doing when an error occurred. The answer is saved with its report [ERR-7]. */
export default function ErrorFeedback({ error }: { readonly error: unknown }) {
  const [stage, setStage] = useState<Stage>('asking');
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const words = readField(new FormData(form), 'words');
    if (words === '') {
      setStage('empty');
      form.querySelector('textarea')?.focus();
      return;
    }
    setStage('sending');
    const id = await reporter.idOf(error);
    const sent =
      id === null
        ? null
        : await client(errorReportContract, fetchTransport())
            .describe({ id, words })
            .catch(() => null);
    setStage(sent?.ok ? 'thanks' : 'failed');
  };
  if (stage === 'thanks') return <p role="status">{messages.sent}</p>;
  return (
    <form onSubmit={submit}>
      <TextAreaField
        name="words"
        label={messages.question}
        error={stage === 'empty' ? messages.missing : null}
        rows={3}
        maxLength={2_000}
      />
      {stage === 'failed' && <p role="alert">{messages.failed}</p>}
      <button type="submit" className="button button-outline" disabled={stage === 'sending'}>
        {messages.send}
      </button>
    </form>
  );
}
