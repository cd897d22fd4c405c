import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import type { SavedAddress, SavedCard } from '#domains/selling/checkout/contract.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { Result } from '#lib/client.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { MembershipView } from '../contract.ts';
import { formatDate } from '../model/day-words.ts';
import type { MemberAction } from '../model/membership.ts';
import { CardPanel } from './CardPanel.tsx';
import type { MembershipClient } from './club-calls.ts';
import { tellMember } from './club-events.ts';

export type MembershipChange = (calls: MembershipClient) => Promise<Result<{ data: MembershipView }, string>>;

export interface MembershipWaysProps {
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
const isWay = (action: MemberAction): action is MembershipMenuAction => action !== 'unskip';

/** Labels of the first click. */
const ACTION_LABELS: Readonly<Record<MembershipMenuAction, string>> = {
  skip: 'Skip the next case',
  pause: 'Pause',
  resume: 'Resume',
  swap: 'Change case or frequency',
  change_card: 'Change card',
  change_address: 'Change address',
  cancel: 'Cancel membership',
};

/** Scrolls to the panel, which opens below the visible area on phones. */
const intoView = (panel: HTMLElement | null): void => panel?.scrollIntoView({ block: 'nearest' });

/** The actions of a member [CLUB-4]: the first click explains the action, the second one confirms it. */
export function MembershipActions(props: MembershipWaysProps) {
  const { membership, isSubmitting, onChange } = props;
  const { user } = useAuth();
  const [search] = useSearchParams();
  // The link of the reminder is the first click.
  const comesToSkip = search.get('membership') === membership.id && search.get('skip') === String(membership.next?.period);
  const [open, setOpen] = useState<MembershipMenuAction | null>(comesToSkip ? 'skip' : null);
  const panel = useId();
  const ways = useRef<HTMLUListElement>(null);
  const shown = open !== null && membership.actions.includes(open) ? open : null;
  const lastShown = useRef(shown);
  useEffect(() => {
    const closed = shown === null ? lastShown.current : null;
    lastShown.current = shown;
    // The pressed button no longer exists. Moves the focus to the button that opened the panel, or to the first one.
    if (closed && document.activeElement === document.body)
      (ways.current?.querySelector<HTMLElement>(`[data-action=${closed}]`) ?? ways.current?.querySelector('button'))?.focus();
  }, [shown]);
  const change = async (made: MembershipChange): Promise<void> => {
    if (!(await onChange(made))) return;
    if (shown) tellMember(shown, membership, user?.sub);
    setOpen(null);
  };
  return (
    <div className="club-actions">
      <ul ref={ways}>
        {membership.actions.filter(isWay).map((action) => (
          <li key={action}>
            <button
              type="button"
              className="button button-outline"
              data-action={action}
              aria-expanded={shown === action}
              aria-controls={shown === action ? panel : undefined}
              aria-label={`${ACTION_LABELS[action]}: ${membership.club.name}`}
              onClick={() => setOpen(shown === action ? null : action)}
            >
              {ACTION_LABELS[action]}
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <div className="club-panel" id={panel} key={shown} ref={intoView}>
          <Panel action={shown} {...props} isSubmitting={isSubmitting} change={(made) => void change(made)} keep={() => setOpen(null)} />
        </div>
      )}
    </div>
  );
}

interface PanelProps extends MembershipWaysProps {
  readonly action: MembershipMenuAction;
  readonly change: (made: MembershipChange) => void;
  readonly keep: () => void;
}

/** Explains a change, with its choices and the second click. */
function Panel({ action, ...props }: PanelProps) {
  switch (action) {
    case 'skip':
      return <SkipPanel {...props} />;
    case 'pause':
    case 'resume':
      return <PlainPanel action={action} {...props} />;
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

export type OwnPanelProps = Omit<PanelProps, 'action'>;

/** The confirm and cancel buttons. */
function ConfirmButton({ words, isSubmitting, isReady = true, keepWords: dismissLabel, press, keep }: PressProps) {
  return (
    <p className="row">
      <button type="button" className="button button-primary" disabled={isSubmitting || !isReady} aria-busy={isSubmitting} onClick={press}>
        {words}
      </button>
      <button type="button" className="button button-outline" onClick={keep}>
        {dismissLabel}
      </button>
    </p>
  );
}

interface PressProps {
  readonly words: string;
  readonly keepWords: string;
  readonly isSubmitting: boolean;
  readonly isReady?: boolean;
  readonly press: () => void;
  readonly keep: () => void;
}

function SkipPanel({ membership: { id: membershipId, next }, isSubmitting, change, keep }: OwnPanelProps) {
  const { market } = useMarketConfig();
  if (!next) return <p>There is no case to skip.</p>;
  return (
    <>
      <p>
        We’ll skip the case due on <b className="num">{formatDate(market, next.on)}</b> and won’t charge you for it. The next one will come
        as planned.
      </p>
      <ConfirmButton
        words="Skip this case"
        keepWords="Don’t skip"
        isSubmitting={isSubmitting}
        press={() => change((calls) => calls.skip({ membershipId, period: next.period }))}
        keep={keep}
      />
    </>
  );
}

const PLAIN = {
  pause: {
    means: 'You won’t get any cases or charges until you resume, which you can do at any time. Cases already sent aren’t affected.',
    words: 'Pause my cases',
    keepWords: 'Keep them coming',
  },
  resume: {
    means: 'Your cases will start again on the next scheduled date that gives us time to email you first. You won’t be charged today.',
    words: 'Resume my cases',
    keepWords: 'Stay paused',
  },
} as const;

function PlainPanel({
  action,
  membership: { id: membershipId },
  isSubmitting,
  change,
  keep,
}: OwnPanelProps & { action: 'pause' | 'resume' }) {
  const { means, words, keepWords: dismissLabel } = PLAIN[action];
  return (
    <>
      <p>{means}</p>
      <ConfirmButton
        words={words}
        keepWords={dismissLabel}
        isSubmitting={isSubmitting}
        press={() => change((calls) => calls[action]({ membershipId }))}
        keep={keep}
      />
    </>
  );
}

function SwapPanel({ membership, isSubmitting, change, keep }: OwnPanelProps) {
  const { market } = useMarketConfig();
  const { id: membershipId, variants, frequencies } = membership;
  const [variantId, setVariant] = useState(membership.variant.id);
  const [frequencyId, setFrequency] = useState(membership.frequency.id);
  const id = useId();
  if (variants.length === 0) return <p>This club has closed, so there’s nothing to change to.</p>;
  const isSame = variantId === membership.variant.id && frequencyId === membership.frequency.id;
  return (
    <>
      <p>This applies from your next case, at the price shown. Delivery stays the same.</p>
      <div className="checkout-form">
        <Choice id={`${id}-case`} label="Choose your case" value={variantId} onChoose={setVariant}>
          {variants.map((variant) => (
            <option key={variant.id} value={variant.id}>
              {variant.label}, {formatMoneyIn(market, variant.price)}
            </option>
          ))}
        </Choice>
        <Choice id={`${id}-often`} label="How often" value={frequencyId} onChoose={setFrequency}>
          {frequencies.map((frequency) => (
            <option key={frequency.id} value={frequency.id}>
              {frequency.label}
            </option>
          ))}
        </Choice>
      </div>
      <ConfirmButton
        words="Save changes"
        keepWords="Keep as is"
        isSubmitting={isSubmitting}
        isReady={!isSame}
        press={() => change((calls) => calls.swap({ membershipId, variantId, frequencyId }))}
        keep={keep}
      />
    </>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
}

const Choice = ({ id, label, value, onChoose, children }: ChoiceProps) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    <select id={id} className="select" value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {children}
    </select>
  </div>
);

const placeOf = ({ address, suburb, state, postcode }: Pick<SavedAddress, 'address' | 'suburb' | 'state' | 'postcode'>): string =>
  [address, [suburb, state, postcode].filter(Boolean).join(' ')].join(', ');

function AddressPanel({ membership: { id: membershipId, address }, addresses, isSubmitting, change, keep }: OwnPanelProps) {
  const own = addresses.find((each) => placeOf(each) === placeOf(address));
  const [chosen, setChosen] = useState<number | null>(own?.id ?? null);
  const name = useId();
  return (
    <>
      <p>We’ll send your next cases to this address. Delivery is charged for the new address.</p>
      <fieldset className="checkout-cards">
        <legend className="label">Address</legend>
        {addresses.map((each) => (
          <label key={each.id} className="check">
            <input type="radio" name={name} checked={chosen === each.id} onChange={() => setChosen(each.id)} />
            <span>
              {each.firstName} {each.lastName}, {placeOf(each)}
            </span>
          </label>
        ))}
      </fieldset>
      <p className="small">
        <a className="link" href="/account/addresses">
          Add another address
        </a>
      </p>
      <ConfirmButton
        words="Use this address"
        keepWords="Keep as is"
        isSubmitting={isSubmitting}
        isReady={chosen !== null && chosen !== own?.id}
        press={() => chosen !== null && change((calls) => calls.changeAddress({ membershipId, addressId: chosen }))}
        keep={keep}
      />
    </>
  );
}

function CancelPanel({ membership: { id: membershipId, club }, isSubmitting, change, keep }: OwnPanelProps) {
  const [why, setWhy] = useState('');
  const id = useId();
  return (
    <>
      <p>
        You’re leaving {club.name.replace(/^The /, 'the ')}: no more cases and no more charges. You can rejoin whenever the club is open.
      </p>
      <div className="field">
        <label htmlFor={id}>What could we have done better? (optional)</label>
        <textarea
          id={id}
          className="input"
          rows={2}
          maxLength={500}
          value={why}
          onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        />
      </div>
      <ConfirmButton
        words="Cancel my membership"
        keepWords="Stay a member"
        isSubmitting={isSubmitting}
        press={() => change((calls) => calls.cancel({ membershipId, why }))}
        keep={keep}
      />
    </>
  );
}
