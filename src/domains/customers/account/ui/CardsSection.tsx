import { useCallback, useState } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import type { StoredInstrument } from '../contract.ts';
import { AddedCard } from './AddedCard.tsx';
import { AsyncContent, Refusal } from './AsyncContent.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';
import { useAddCard } from './use-add-card.ts';

/** `09/2031` */
const expiry = ({ expiryMonth, expiryYear }: StoredInstrument): string => `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;
const nameOf = ({ brand, last4 }: StoredInstrument): string => `${brand} ending in ${last4}`;

/** Stored cards: add, remove, set the default [ACC-4]. */
export default function CardsSection() {
  const calls = useAccountClient();
  const auth = useAuthStore();
  const { user } = useAuth();
  const customerID = user?.customerId ?? 0;
  const ask = useCallback((from: AccountCalls) => from.instruments({ customerID }), [customerID]);
  const cards = useQuery('cards', ask);
  const { isSubmitting, error, run } = useMutation();
  const adding = useAddCard();
  const [question, setQuestion] = useState<{ readonly id: string; readonly words: string } | null>(null);
  const changed = (value: { data: StoredInstrument[] }): void => {
    cards.replace(value);
    auth.refreshAccountDetails();
  };
  /** The server asks for agreement if the card pays for a club. */
  const remove = (id: string, agreed: boolean): void =>
    void run<{ data: StoredInstrument[] } | null>(
      async () => {
        const answer = await calls.removeInstrument({ id, agreed });
        const words = !answer.ok && answer.code === 'card_pays_club' ? answer.title : null;
        setQuestion(words === null ? null : { id, words });
        return words === null ? answer : { ok: true as const, value: null };
      },
      (value) => {
        if (value) changed(value);
      },
    );

  return (
    <>
      <h1 className="heading-3">Cards</h1>
      <AddedCard onKept={cards.again} />
      <Refusal text={error ?? adding.error} />
      <AsyncContent from={cards}>
        {({ data }) => (
          <>
            {data.length === 0 ? (
              <p className="text-muted">No cards yet.</p>
            ) : (
              <ul className="account-list">
                {data.map((card) => (
                  <li key={card.id}>
                    <div>
                      <b>{nameOf(card)}</b>
                      <p className="small text-muted num">
                        Expires {expiry(card)}
                        {card.is_default && '. Your default card'}
                      </p>
                    </div>
                    <div className="account-ways">
                      {!card.is_default && (
                        <button
                          type="button"
                          className="button button-outline"
                          disabled={isSubmitting}
                          aria-label={`Make default: ${nameOf(card)}`}
                          onClick={() => void run(() => calls.defaultInstrument({ id: card.id }), changed)}
                        >
                          Make default
                        </button>
                      )}
                      <button
                        type="button"
                        className="button button-outline"
                        disabled={isSubmitting}
                        aria-label={`Remove: ${nameOf(card)}`}
                        onClick={() => remove(card.id, false)}
                      >
                        Remove
                      </button>
                    </div>
                    {question?.id === card.id && (
                      <div className="account-ask" role="alert">
                        <p>{question.words}</p>
                        <p className="row">
                          <button
                            type="button"
                            className="button button-primary"
                            disabled={isSubmitting}
                            onClick={() => remove(card.id, true)}
                          >
                            Remove card
                          </button>
                          <button type="button" className="button button-outline" onClick={() => setQuestion(null)}>
                            Keep card
                          </button>
                        </p>
                      </div>
                    )}
                  </li>
                ))}
              </ul>
            )}
            <p>
              <button
                type="button"
                className="button button-outline"
                disabled={isSubmitting || adding.isSubmitting}
                onClick={() => adding.add(null)}
              >
                Add a card
              </button>
            </p>
            <p className="small text-muted account-hint">
              You’ll add your card on our payment provider’s secure page. You won’t be charged, and we never see the full number.
            </p>
          </>
        )}
      </AsyncContent>
    </>
  );
}
