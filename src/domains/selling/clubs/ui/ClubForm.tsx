import { type SubmitEvent, useId } from 'react';
import { Form } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { ClubLine } from '../model/club-view.ts';
import { trackClubEvent } from './club-events.ts';

export interface ClubFormProps {
  readonly club: ClubLine;
}

/** Selects frequency and case, and leads to the club's checkout. Works before hydration. */
export function ClubForm({ club }: ClubFormProps) {
  const { market } = useMarketConfig();
  const { user } = useAuth();
  const id = useId();
  const buyable = club.variants.filter((variant) => variant.case?.isSoldOut === false);

  if (club.isClosed) return <p className="club-full">{`${club.name} has closed and isn’t taking new members.`}</p>;
  if (!club.isOpen) return <p className="club-full">{club.name} is full right now. Existing members aren’t affected. Check back soon.</p>;
  if (buyable.length === 0) return <p className="club-full">All of this club’s cases are sold out. Check back next week.</p>;

  const choose = ({ currentTarget }: SubmitEvent<HTMLFormElement>): void => {
    const chosen = new FormData(currentTarget);
    const variant = club.variants.find((each) => each.id === chosen.get('variant'));
    const frequency = club.frequencies.find((each) => each.id === chosen.get('frequency'));
    trackClubEvent('Club Selected', {
      club: club.name,
      frequency: frequency?.label,
      variant: variant?.label,
      value: variant?.price,
      userId: user?.sub,
    });
  };

  return (
    <Form className="club-choice" method="get" action={`/wine-clubs/checkout/${club.slug}`} onSubmit={choose}>
      <fieldset>
        <legend className="label">How often</legend>
        <div className="club-frequency">
          {club.frequencies.map((frequency, place) => (
            <label key={frequency.id}>
              <input className="visually-hidden" type="radio" name="frequency" value={frequency.id} defaultChecked={place === 0} />
              <span>{frequency.label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="label">Choose your case</legend>
        <div className="club-cases">
          {club.variants.map((variant) => {
            const isMissing = !buyable.includes(variant);
            return (
              <label key={variant.id} className="club-case">
                <input
                  className="visually-hidden"
                  type="radio"
                  name="variant"
                  value={variant.id}
                  defaultChecked={variant === buyable[0]}
                  disabled={isMissing}
                  aria-describedby={`${id}-${variant.id}`}
                />
                <span className="club-case-in">
                  <span>{variant.label}</span>
                  <b className="num">{formatMoneyIn(market, variant.price)}</b>
                  <span className="small text-muted num" id={`${id}-${variant.id}`}>
                    {isMissing
                      ? 'Sold out for now'
                      : [
                          variant.bottlePrice !== null && `${formatMoneyIn(market, variant.bottlePrice)} a bottle`,
                          variant.saving > 0 && `save ${formatMoneyIn(market, variant.saving)}`,
                        ]
                          .filter(Boolean)
                          .join(', ')}
                  </span>
                </span>
              </label>
            );
          })}
        </div>
      </fieldset>
      <div className="club-join">
        <button type="submit" className="button button-primary button-tall">
          Join {inSentence(club.name)}
        </button>
        <p className="small text-muted">
          Your first case is sent when you join.
          <br />
          Skip, pause or cancel any time.
        </p>
      </div>
    </Form>
  );
}

const inSentence = (name: string): string => name.replace(/^The /, 'the ');
