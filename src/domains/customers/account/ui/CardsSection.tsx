import { useCallback, useState } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import type { StoredInstrument } from '../contract.ts';
import { accountPageLabels, cardMessages as m } from '../messages.ts';
import { AddedCard, useAddCard } from './AddedCard.tsx';
import { AsyncContent, ErrorMessage } from './AsyncContent.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';

/** `09/2031` */
const expiry = ({ expiryMonth, expiryYear }: StoredInstrument): string => `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;
const nameOf = ({ brand, last4 }: StoredInstrument): string => m.name(brand, last4);

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
  const [question, setQuestion] = useState<{ readonly id: string; readonly text: string } | null>(null);
  const changed = (value: { data: StoredInstrument[] }): void => {
    cards.replace(value);
    auth.refreshAccountDetails();
  };
  /** The server asks for agreement if the card pays for a club. */
  const remove = (id: string, agreed: boolean): void =>
    void run<{ data: StoredInstrument[] } | null>(
      async () => {
        const result = await calls.removeInstrument({ id, agreed });
        const text = !result.ok && result.code === 'card_pays_club' ? result.title : null;
        setQuestion(text === null ? null : { id, text });
        return text === null ? result : { ok: true as const, value: null };
      },
      (value) => {
        if (value) changed(value);
      },
    );

  return (
    <>
      <h1 className="heading-3">{accountPageLabels.cards}</h1>
      <AddedCard onSaved={cards.reload} />
      <ErrorMessage text={error ?? adding.error} />
      <AsyncContent from={cards}>
        {({ data }) => (
          <>
            {data.length === 0 ? (
              <p className="text-muted">{m.empty}</p>
            ) : (
              <ul className="account-list">
                {data.map((card) => (
                  <li key={card.id}>
                    <div>
                      <b>{nameOf(card)}</b>
                      <p className="small text-muted num">
                        {m.expires(expiry(card))}
                        {card.is_default && `. ${m.default}`}
                      </p>
                    </div>
                    <div className="account-ways">
                      {!card.is_default && (
                        <button
                          type="button"
                          className="button button-outline"
                          disabled={isSubmitting}
                          aria-label={m.makeCardDefault(nameOf(card))}
                          onClick={() => void run(() => calls.defaultInstrument({ id: card.id }), changed)}
                        >
                          {m.makeDefault}
                        </button>
                      )}
                      <button
                        type="button"
                        className="button button-outline"
                        disabled={isSubmitting}
                        aria-label={m.deleteCard(nameOf(card))}
                        onClick={() => remove(card.id, false)}
                      >
                        {m.delete}
                      </button>
                    </div>
                    {question?.id === card.id && (
                      <div className="account-ask" role="alert">
                        <p>{question.text}</p>
                        <p className="row">
                          <button
                            type="button"
                            className="button button-primary"
                            disabled={isSubmitting}
                            onClick={() => remove(card.id, true)}
                          >
                            {m.confirmDeletion}
                          </button>
                          <button type="button" className="button button-outline" onClick={() => setQuestion(null)}>
                            {m.keep}
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
                {m.add}
              </button>
            </p>
            <p className="small text-muted account-hint">{m.addHint}</p>
          </>
        )}
      </AsyncContent>
    </>
  );
}
