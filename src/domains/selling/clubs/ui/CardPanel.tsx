import type { SavedCard } from '#domains/selling/checkout/contract.ts';
import { isExpired } from '#domains/selling/checkout/ui/use-payment-methods.ts';
import type { MembershipView } from '../contract.ts';
import type { MembershipWaysProps, OwnPanelProps } from './MembershipActions.tsx';

const until = ({ expiryMonth, expiryYear }: SavedCard): string => `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;

type CardPanelProps = Pick<OwnPanelProps, 'cards' | 'today' | 'isSubmitting' | 'change' | 'keep'> &
  Pick<MembershipWaysProps, 'onNewCard'> & { readonly membership: Pick<MembershipView, 'id' | 'card'> };

/** Changes the card of a membership: a button for each stored card, and one that adds a card at the gateway. */
export function CardPanel({ membership: { id: membershipId, card }, cards, today, isSubmitting, change, keep, onNewCard }: CardPanelProps) {
  const others = cards.filter(({ id }) => id !== card?.id);
  return (
    <>
      <p>We’ll charge this card for every case from now on. If a charge was declined, we’ll try it again with this card the next day.</p>
      {others.length > 0 && (
        <ul className="club-cards">
          {others.map((other) => {
            const name = `${other.brand} ending in ${other.last4}`;
            return (
              <li key={other.id}>
                <span>
                  {name}{' '}
                  <span className="small text-muted num">
                    {isExpired(other, today) ? 'expired' : 'expires'} {until(other)}
                  </span>
                </span>
                <button
                  type="button"
                  className="button button-primary"
                  aria-label={`Use this card: ${name}`}
                  disabled={isSubmitting || isExpired(other, today)}
                  onClick={() => change((calls) => calls.changeCard({ membershipId, instrumentId: other.id }))}
                >
                  Use this card
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <p className="row">
        <button
          type="button"
          className={others.length > 0 ? 'button button-outline' : 'button button-primary'}
          disabled={isSubmitting}
          onClick={() => onNewCard(membershipId)}
        >
          Add a new card
        </button>
        <button type="button" className="button button-outline" onClick={keep}>
          Keep as is
        </button>
      </p>
      <p className="small text-muted">
        You’ll add your card on our payment provider’s secure page. You won’t be charged, and we never see the full number.
      </p>
    </>
  );
}
