import { useAddedCard } from './use-add-card.ts';

export interface AddedCardProps {
  /** Called when the card has been saved. */
  readonly onKept: () => void;
}

/** Shows the result of adding a card after the return from the gateway's page. */
export function AddedCard({ onKept }: AddedCardProps) {
  const { added, again } = useAddedCard(onKept);
  if (added === null || added.status === 'asking') return null;
  const { status, card, paysClub, error } = added;
  const name = card && `Your ${card.brand} ending in ${card.last4}`;
  if (status === 'kept')
    return (
      <p className="account-note is-success" role="status">
        {name ?? 'The card'} is saved{paysClub ? ' and will pay for your club from now on' : ''}.
      </p>
    );
  if (status === 'given_up')
    return (
      <p className="account-note" role="status">
        No card was added.
      </p>
    );
  return (
    <div className="account-note" role="alert">
      <p>{error ?? 'We’re still waiting to hear about your card.'}</p>
      <p>
        <button type="button" className="button button-outline" onClick={again}>
          Check again
        </button>
      </p>
    </div>
  );
}
