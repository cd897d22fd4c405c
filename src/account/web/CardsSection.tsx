import { useCallback } from 'react';
import { useAuth, useAuthStore } from '../../identity/web/auth-context.ts';
import type { StoredInstrument } from '../contract.ts';
import { Loading, Refusal } from './Loading.tsx';
import { type AccountCalls, useAccountCalls, useChange, useLoaded } from './use-account.ts';

/** `09/2031` */
const expiry = ({ expiryMonth, expiryYear }: StoredInstrument): string => `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;

/** Stored cards: which is the default, and forgetting one. */
export function CardsSection() {
  const calls = useAccountCalls();
  const auth = useAuthStore();
  const { user } = useAuth();
  const customerID = user?.customerId ?? 0;
  const ask = useCallback((from: AccountCalls) => from.instruments({ customerID }), [customerID]);
  const cards = useLoaded('cards', ask);
  const { isBusy, error, run } = useChange();
  const changed = (value: { data: StoredInstrument[] }): void => {
    cards.replace(value);
    auth.holdingsChanged();
  };
  return (
    <>
      <h1 className="d38">Cards</h1>
      <Refusal text={error} />
      <Loading from={cards}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="quiet">No cards yet.</p>
          ) : (
            <ul className="acct-list">
              {data.map((card) => {
                const name = `${card.brand} ending in ${card.last4}`;
                return (
                  <li key={card.id}>
                    <div>
                      <b>{name}</b>
                      <p className="small quiet num">
                        Until {expiry(card)}
                        {card.is_default && '. Your default card'}
                      </p>
                    </div>
                    <div className="acct-ways">
                      {!card.is_default && (
                        <button
                          type="button"
                          className="btn btn-line"
                          disabled={isBusy}
                          aria-label={`Make default: ${name}`}
                          onClick={() => void run(() => calls.defaultInstrument({ id: card.id }), changed)}
                        >
                          Make default
                        </button>
                      )}
                      <button
                        type="button"
                        className="btn btn-line"
                        disabled={isBusy}
                        aria-label={`Remove: ${name}`}
                        onClick={() => void run(() => calls.removeInstrument({ id: card.id }), changed)}
                      >
                        Remove
                      </button>
                    </div>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loading>
    </>
  );
}
