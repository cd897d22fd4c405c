import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import type { Favourite } from '#domains/discovery/favourites/contract.ts';
import { useFavourites } from '#domains/discovery/favourites/ui/favourites-list.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { preferredContract } from '../contract.ts';
import { preferredMessages as messages } from '../messages.ts';
import { answersWith, type Kind } from '../model/questions.ts';
import type { Preferred } from '../model/ranking.ts';
import { Questionnaire } from './Questionnaire.tsx';
import { savedAnswers } from './saved-answers.ts';

export interface PreferredWinesProps {
  readonly kind: Kind;
  /** True if the URL is that of the results. */
  readonly isResults: boolean;
  /** Renders the card of an offer with its reason. */
  readonly cardOf: (preferred: Preferred) => ReactNode;
}

interface Found {
  readonly data: readonly Preferred[];
  readonly from: { readonly orders: number; readonly favourites: number };
}

const idsOf = (favourites: readonly Favourite[]): string => favourites.map(({ offer_id }) => offer_id).join(' ');

/** Shows the questionnaire or its results [CONT-19]. */
export default function PreferredWines({ kind, isResults, cardOf }: PreferredWinesProps) {
  const auth = useAuthStore();
  const { isLoading, isAuthenticated } = useAuth();
  const navigate = useNavigate();
  const saved = useMemo(() => savedAnswers(auth), [auth]);
  const [answers, setAnswers] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (isLoading) return;
    saved.read().then(
      (read) => setAnswers(read ?? []),
      () => setAnswers([]),
    );
  }, [saved, isLoading]);
  if (answers === null)
    return (
      <p className="text-muted" role="status">
        {messages.loading}
      </p>
    );
  if (!isResults)
    return (
      <Questionnaire
        kind={kind}
        initial={answers}
        onDone={(chosen) => {
          const all = answersWith(answers, kind, chosen);
          setAnswers(all);
          void saved.write(all);
          void navigate('/preferred-wines/results');
        }}
      />
    );
  return <Results key={String(isAuthenticated)} kind={kind} answers={answers} cardOf={cardOf} />;
}

function Results({ kind, answers, cardOf }: Pick<PreferredWinesProps, 'kind' | 'cardOf'> & { answers: readonly string[] }) {
  const auth = useAuthStore();
  const { favourites } = useFavourites();
  const ids = idsOf(favourites);
  const [found, setFound] = useState<Found | { readonly error: string } | null>(null);
  useEffect(() => {
    let ignore = false;
    const show = (next: Found | { readonly error: string }): void => {
      if (!ignore) setFound(next);
    };
    client(preferredContract, signedTransport(fetchTransport(), auth))
      .preferred({ kind, answers: [...answers], favourites: ids === '' ? [] : ids.split(' ') })
      .then(
        (result) => show(result.ok ? result.value : { error: result.title }),
        () => show({ error: messages.unreachable }),
      );
    return () => {
      ignore = true;
    };
  }, [auth, kind, answers, ids]);
  if (found === null)
    return (
      <p className="text-muted" role="status">
        {messages.searching}
      </p>
    );
  if ('error' in found) return <p role="alert">{found.error}</p>;
  return (
    <>
      <p className="taste-from text-muted">
        {formatSources(found.from)}{' '}
        <Link className="link" to="/preferred-wines">
          {messages.changeAnswers}
        </Link>
      </p>
      <h2 className="visually-hidden">{messages.title}</h2>
      {found.data.length > 0 ? <div className="product-grid">{found.data.map(cardOf)}</div> : <p>{messages.noMatch}</p>}
    </>
  );
}

/** Formats `Based on your answers, your past orders and 2 favourites.` */
function formatSources({ orders, favourites }: Found['from']): string {
  const sources = [
    messages.sources.answers,
    ...(orders > 0 ? [messages.sources.orders] : []),
    ...(favourites > 0 ? [messages.sources.favourites(favourites)] : []),
  ];
  const last = sources.pop();
  return messages.basedOn([...(sources.length > 0 ? [sources.join(', ')] : []), last].join(' and '));
}
