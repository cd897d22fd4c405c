import { type FormEvent, useState } from 'react';
import type { MetaFunction } from 'react-router';
import { trackOrderMessages as m } from '#domains/selling/orders/messages/tracking.ts';
import { trackingContract } from '#domains/selling/orders/tracking-contract.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { isEmail } from '#lib/email.ts';
import { titleOf } from '#routes/_layout/page-title.ts';
import { TextField } from '#ui/form/Field.tsx';
import type { PageHandle } from '../page-handle.ts';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

export const meta: MetaFunction = ({ matches }) => [{ title: titleOf(m.title, matches) }, { name: 'description', content: m.description }];

const tracking = client(trackingContract, fetchTransport());

interface Answer {
  readonly status: string | null;
}
interface Problem {
  readonly field: 'number' | 'email' | 'both';
  readonly text: string;
}

/** Status of an order by number and email. Everything else comes by a link to that address [ORD-19]. */
export default function TrackOrderPage() {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);

  const ask = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [number, email] = ['number', 'email'].map((name) => String(form.get(name) ?? '').trim());
    setAnswer(null);
    if (!number) return setProblem({ field: 'number', text: m.enterBoth });
    if (!email || !isEmail(email)) return setProblem({ field: 'email', text: m.enterEmail });
    setSubmitting(true);
    const result = await tracking.trackOrder({ number, email }).catch(() => null);
    setSubmitting(false);
    if (result?.ok) {
      setProblem(null);
      return setAnswer(result.value.data);
    }
    setProblem({ field: result?.code === 'invalid_input' ? 'number' : 'both', text: result?.title ?? m.unreachable });
  };
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text : null);

  return (
    <div className="container">
      <div className="narrow-page">
        <h1 className="heading-3">{m.title}</h1>
        <p className="text-muted">{m.intro}</p>
        <form className="narrow-form" noValidate onSubmit={(event) => void ask(event)}>
          <TextField
            name="number"
            label={m.number}
            error={errorOf('number')}
            announcesError
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
          />
          <TextField
            name="email"
            type="email"
            label={m.email}
            error={errorOf('email') ?? errorOf('both')}
            announcesError
            autoComplete="email"
            maxLength={254}
          />
          <button type="submit" className="button button-primary needs-script" aria-busy={isSubmitting} disabled={isSubmitting}>
            {m.submit}
          </button>
        </form>
        <div role="status">
          {answer && (
            <>
              <p>
                <b>{answer.status === null ? m.noStatus : `${answer.status}.`}</b> {m.sentLink}
              </p>
              <p className="small text-muted">{m.check}</p>
            </>
          )}
        </div>
        <noscript>
          <p>{m.noScript}</p>
        </noscript>
      </div>
    </div>
  );
}
