import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { linkedOrderMessages } from '#domains/selling/orders/messages/tracking.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { type ClaimView, claimContract, type OrderClaims } from '../contract.ts';
import { CLAIM_STATE_LABELS, claimMessages as m, PROBLEM_LABELS } from '../messages/claims.ts';
import { ClaimForm } from './ClaimForm.tsx';
import './claim.css';

function SentClaim({ claim }: { readonly claim: ClaimView }) {
  const { state, sentOn, lines, text, photos, amount, answer } = claim;
  return (
    <li className="claim-sent">
      <p>
        <b>
          {CLAIM_STATE_LABELS[state]}
          {amount !== null && `: ${amount}`}
        </b>{' '}
        <span className="text-muted">{m.sentOn(sentOn)}</span>
      </p>
      <ul>
        {lines.map(({ position, name, problem, bottles }) => (
          <li key={position}>{m.line(name, PROBLEM_LABELS[problem], bottles)}</li>
        ))}
      </ul>
      {text !== '' && <p className="claim-text text-muted">{text}</p>}
      {photos > 0 && <p className="small text-muted">{m.photoCount(photos)}</p>}
      {answer !== '' && <p className="claim-text">{answer}</p>}
    </li>
  );
}

interface ClaimSectionProps {
  /** Id of the order, or the token of a link to it. */
  readonly order: string;
  readonly backTo: string;
}

/** The form, and what was sent before with its state and answer. */
export default function ClaimSection({ order, backTo }: ClaimSectionProps) {
  const auth = useAuthStore();
  const { isLoading, isAuthenticated } = useAuth();
  const calls = useMemo(() => client(claimContract, signedTransport(fetchTransport(), auth)), [auth]);
  const [data, setData] = useState<OrderClaims | null>(null);
  const [error, setError] = useState<{ readonly code?: string; readonly title: string } | null>(null);
  const [isSent, setIsSent] = useState(false);
  /** The form is gone once it is sent, so the focus goes to what follows it. */
  const thanks = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSent) thanks.current?.focus();
  }, [isSent]);
  const load = useCallback(async (): Promise<void> => {
    const read = await calls.claims({ order }).catch(() => null);
    setData(read?.ok ? read.value.data : null);
    setError(read?.ok ? null : (read ?? { title: m.unreachable }));
  }, [calls, order]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown depends on who is signed in
  useEffect(() => {
    if (!isLoading) void load();
  }, [load, isLoading, isAuthenticated]);

  if (data === null)
    return (
      <>
        <h1 className="heading-3">{m.title}</h1>
        <p role={error === null ? 'status' : 'alert'}>{error?.title ?? m.loading}</p>
        {error?.code === 'order_not_found' && (
          <p>
            <a className="button button-primary" href="/track-order">
              {linkedOrderMessages.newLink}
            </a>
          </p>
        )}
      </>
    );
  return (
    <>
      <h1 className="heading-3">
        <a className="link" href={backTo}>
          {m.orderOf(data.number)}
        </a>
        {m.wrong}
      </h1>
      <div ref={thanks} role="status" tabIndex={-1}>
        {isSent && <p>{m.sent}</p>}
      </div>
      {data.refusal === null ? (
        <ClaimForm
          order={order}
          lines={data.lines}
          send={calls.sendClaim}
          getToken={() => auth.getToken()}
          onSent={(next) => {
            setData(next);
            setIsSent(true);
          }}
        />
      ) : (
        !isSent && <p className="text-muted">{data.refusal}</p>
      )}
      {data.claims.length > 0 && (
        <section className="claim-earlier">
          <h2 className="heading-4">{m.earlier}</h2>
          <ul>
            {data.claims.map((claim) => (
              <SentClaim key={claim.id} claim={claim} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
