import { useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import type { SavedAddress, SavedCard } from '#domains/selling/checkout/contract.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { isExpired } from '#domains/selling/checkout/ui/use-payment-methods.ts';
import type { Result } from '#lib/client.ts';
import { formatDay } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { fillMessage } from '#ui/fill-message.tsx';
import { Choice, SelectField, TextAreaField } from '#ui/form/Field.tsx';
import type { MembershipView } from '../contract.ts';
import { clubCardMessages as cardMessages, memberActionMessages as m } from '../messages.ts';
import type { MemberAction } from '../model/membership.ts';
import { CardExpiry } from './CardExpiry.tsx';
import type { MembershipClient } from './club-calls.ts';
import { trackMemberAction } from './club-events.ts';
import '#ui/styles/form-page.css';
import './MembershipActions.css';

export type MembershipChange = (calls: MembershipClient) => Promise<Result<{ data: MembershipView }, string>>;

export interface MembershipActionsProps {
  readonly membership: MembershipView;
  readonly addresses: readonly SavedAddress[];
  readonly cards: readonly SavedCard[];
  /** ISO day in the market. */
  readonly today: string;
  readonly isSubmitting: boolean;
  /** Requests a change. Resolves to true on success. */
  readonly onChange: (change: MembershipChange) => Promise<boolean>;
  /** Opens the gateway's page to add a card for the membership. */
  readonly onNewCard: (membershipId: string) => void;
}

/** Actions with buttons here. Undoing a skip has its button at the skipped delivery, with one click. */
type MembershipMenuAction = Exclude<MemberAction, 'unskip'>;
const hasMenuEntry = (action: MemberAction): action is MembershipMenuAction => action !== 'unskip';

/** Scrolls to the panel, which opens below the visible area on phones. */
const intoView = (panel: HTMLElement | null): void => panel?.scrollIntoView({ block: 'nearest' });

/** The actions of a member [CLUB-4]: the first click explains the action, the second one confirms it. */
export function MembershipActions(props: MembershipActionsProps) {
  const { membership, isSubmitting, onChange } = props;
  const { user } = useAuth();
  const [search] = useSearchParams();
  // The link of the reminder is the first click.
  const isSkipLink = search.get('membership') === membership.id && search.get('skip') === String(membership.next?.period);
  const [open, setOpen] = useState<MembershipMenuAction | null>(isSkipLink ? 'skip' : null);
  const panel = useId();
  const menu = useRef<HTMLUListElement>(null);
  const openAction = open !== null && membership.actions.includes(open) ? open : null;
  const lastShown = useRef(openAction);
  useEffect(() => {
    const closed = openAction === null ? lastShown.current : null;
    lastShown.current = openAction;
    // The pressed button no longer exists. Moves the focus to the button that opened the panel, or to the first one.
    if (closed && document.activeElement === document.body)
      (menu.current?.querySelector<HTMLElement>(`[data-action=${closed}]`) ?? menu.current?.querySelector('button'))?.focus();
  }, [openAction]);
  const handleChange = async (change: MembershipChange): Promise<void> => {
    if (!(await onChange(change))) return;
    if (openAction) trackMemberAction(openAction, membership, user?.sub);
    setOpen(null);
  };
  return (
    <div className="club-actions">
      <ul ref={menu}>
        {membership.actions.filter(hasMenuEntry).map((action) => (
          <li key={action}>
            <button
              type="button"
              className="button button-outline"
              data-action={action}
              aria-expanded={openAction === action}
              aria-controls={openAction === action ? panel : undefined}
              aria-label={m.labelOf(m.labels[action], membership.club.name)}
              onClick={() => setOpen(openAction === action ? null : action)}
            >
              {m.labels[action]}
            </button>
          </li>
        ))}
      </ul>
      {openAction && (
        <div className="club-panel" id={panel} key={openAction} ref={intoView}>
          <Panel
            action={openAction}
            {...props}
            isSubmitting={isSubmitting}
            change={(change) => void handleChange(change)}
            onDismiss={() => setOpen(null)}
          />
        </div>
      )}
    </div>
  );
}

interface PanelProps extends MembershipActionsProps {
  readonly action: MembershipMenuAction;
  readonly change: (change: MembershipChange) => void;
  readonly onDismiss: () => void;
}

/** Explains a change, with its choices and the second click. */
function Panel({ action, ...props }: PanelProps) {
  switch (action) {
    case 'skip':
      return <SkipPanel {...props} />;
    case 'pause':
    case 'resume':
      return <PausePanel action={action} {...props} />;
    case 'swap':
      return <SwapPanel {...props} />;
    case 'change_card':
      return <CardPanel {...props} />;
    case 'change_address':
      return <AddressPanel {...props} />;
    case 'cancel':
      return <CancelPanel {...props} />;
  }
}

type OwnPanelProps = Omit<PanelProps, 'action'>;

/** The confirm and cancel buttons. */
function ConfirmButtons({ label, isSubmitting, isReady = true, dismissLabel, onConfirm, onDismiss }: ConfirmButtonsProps) {
  return (
    <p className="row">
      <button
        type="button"
        className="button button-primary"
        disabled={isSubmitting || !isReady}
        aria-busy={isSubmitting}
        onClick={onConfirm}
      >
        {label}
      </button>
      <button type="button" className="button button-outline" onClick={onDismiss}>
        {dismissLabel}
      </button>
    </p>
  );
}

interface ConfirmButtonsProps {
  readonly label: string;
  readonly dismissLabel: string;
  readonly isSubmitting: boolean;
  readonly isReady?: boolean;
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
}

function SkipPanel({ membership: { id: membershipId, next }, isSubmitting, change, onDismiss }: OwnPanelProps) {
  const { market } = useMarketConfig();
  if (!next) return <p>{m.skip.none}</p>;
  return (
    <>
      <p>{fillMessage(m.skip.explanation, { date: <b className="num">{formatDay(market, next.on)}</b> })}</p>
      <ConfirmButtons
        label={m.skip.confirm}
        dismissLabel={m.skip.dismiss}
        isSubmitting={isSubmitting}
        onConfirm={() => change((calls) => calls.skip({ membershipId, period: next.period }))}
        onDismiss={onDismiss}
      />
    </>
  );
}

function PausePanel({
  action,
  membership: { id: membershipId },
  isSubmitting,
  change,
  onDismiss,
}: OwnPanelProps & { action: 'pause' | 'resume' }) {
  const { explanation, confirm, dismiss } = m[action];
  return (
    <>
      <p>{explanation}</p>
      <ConfirmButtons
        label={confirm}
        dismissLabel={dismiss}
        isSubmitting={isSubmitting}
        onConfirm={() => change((calls) => calls[action]({ membershipId }))}
        onDismiss={onDismiss}
      />
    </>
  );
}

function SwapPanel({ membership, isSubmitting, change, onDismiss }: OwnPanelProps) {
  const { market } = useMarketConfig();
  const { id: membershipId, variants, frequencies } = membership;
  const [variantId, setVariant] = useState(membership.variant.id);
  const [frequencyId, setFrequency] = useState(membership.frequency.id);
  const id = useId();
  if (variants.length === 0) return <p>{m.swap.none}</p>;
  const isSame = variantId === membership.variant.id && frequencyId === membership.frequency.id;
  return (
    <>
      <p>{m.swap.explanation}</p>
      <div className="form-grid">
        <SelectField
          id={`${id}-variant`}
          name="variant"
          label={m.swap.variant}
          value={variantId}
          onChange={({ currentTarget }) => setVariant(currentTarget.value)}
        >
          {variants.map((variant) => (
            <option key={variant.id} value={variant.id}>
              {variant.label}, {formatMoneyIn(market, variant.price)}
            </option>
          ))}
        </SelectField>
        <SelectField
          id={`${id}-frequency`}
          name="frequency"
          label={m.swap.frequency}
          value={frequencyId}
          onChange={({ currentTarget }) => setFrequency(currentTarget.value)}
        >
          {frequencies.map((frequency) => (
            <option key={frequency.id} value={frequency.id}>
              {frequency.label}
            </option>
          ))}
        </SelectField>
      </div>
      <ConfirmButtons
        label={m.swap.confirm}
        dismissLabel={m.keep}
        isSubmitting={isSubmitting}
        isReady={!isSame}
        onConfirm={() => change((calls) => calls.swap({ membershipId, variantId, frequencyId }))}
        onDismiss={onDismiss}
      />
    </>
  );
}

const formatAddress = ({ address, suburb, state, postcode }: Pick<SavedAddress, 'address' | 'suburb' | 'state' | 'postcode'>): string =>
  [address, [suburb, state, postcode].filter(Boolean).join(' ')].join(', ');

function AddressPanel({ membership: { id: membershipId, address }, addresses, isSubmitting, change, onDismiss }: OwnPanelProps) {
  const own = addresses.find((each) => formatAddress(each) === formatAddress(address));
  const [chosen, setChosen] = useState<number | null>(own?.id ?? null);
  const name = useId();
  return (
    <>
      <p>{m.address.explanation}</p>
      <fieldset className="choice-list">
        <legend className="label">{m.address.label}</legend>
        {addresses.map((each) => (
          <Choice key={each.id} type="radio" name={name} checked={chosen === each.id} onChange={() => setChosen(each.id)}>
            {each.firstName} {each.lastName}, {formatAddress(each)}
          </Choice>
        ))}
      </fieldset>
      <p className="small">
        <a className="link" href="/account/addresses">
          {m.address.add}
        </a>
      </p>
      <ConfirmButtons
        label={m.address.confirm}
        dismissLabel={m.keep}
        isSubmitting={isSubmitting}
        isReady={chosen !== null && chosen !== own?.id}
        onConfirm={() => chosen !== null && change((calls) => calls.changeAddress({ membershipId, addressId: chosen }))}
        onDismiss={onDismiss}
      />
    </>
  );
}

function CancelPanel({ membership: { id: membershipId, club }, isSubmitting, change, onDismiss }: OwnPanelProps) {
  const [why, setWhy] = useState('');
  const id = useId();
  return (
    <>
      <p>{m.cancel.explanation(club.name)}</p>
      <TextAreaField
        id={id}
        name="why"
        label={m.cancel.why}
        rows={2}
        maxLength={500}
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
      <ConfirmButtons
        label={m.cancel.confirm}
        dismissLabel={m.cancel.dismiss}
        isSubmitting={isSubmitting}
        onConfirm={() => change((calls) => calls.cancel({ membershipId, why }))}
        onDismiss={onDismiss}
      />
    </>
  );
}

type CardPanelProps = Pick<OwnPanelProps, 'cards' | 'today' | 'isSubmitting' | 'change' | 'onDismiss'> &
  Pick<MembershipActionsProps, 'onNewCard'> & { readonly membership: Pick<MembershipView, 'id' | 'card'> };

/** Changes the card of a membership: a button for each stored card, and one that adds a card at the gateway. */
function CardPanel({ membership: { id: membershipId, card }, cards, today, isSubmitting, change, onDismiss, onNewCard }: CardPanelProps) {
  const others = cards.filter(({ id }) => id !== card?.id);
  return (
    <>
      <p>{cardMessages.explanation}</p>
      {others.length > 0 && (
        <ul className="club-cards">
          {others.map((other) => {
            const name = cardMessages.name(other.brand, other.last4);
            return (
              <li key={other.id}>
                <span>
                  {name} <CardExpiry card={other} today={today} />
                </span>
                <button
                  type="button"
                  className="button button-primary"
                  aria-label={cardMessages.selectCard(name)}
                  disabled={isSubmitting || isExpired(other, today)}
                  onClick={() => change((calls) => calls.changeCard({ membershipId, instrumentId: other.id }))}
                >
                  {cardMessages.select}
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
          {cardMessages.add}
        </button>
        <button type="button" className="button button-outline" onClick={onDismiss}>
          {m.keep}
        </button>
      </p>
      <p className="small text-muted">{cardMessages.addHint}</p>
    </>
  );
}
