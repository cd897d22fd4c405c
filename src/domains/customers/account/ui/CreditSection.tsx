import { type FormEvent, useCallback, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { money } from '#domains/catalogue/ui/format-price.ts';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { giftCardContract } from '#domains/selling/gift-cards/contract.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { formatDate } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { TextField } from '#ui/form/Field.tsx';
import { readField } from '#ui/form/form-errors.ts';
import { type CreditView, creditContract } from '../credit-contract.ts';
import { AsyncContent, Refusal } from './AsyncContent.tsx';
import { useMutation, useQuery } from './use-account.ts';

/** Store credit with its entries, gift card balance, and purchased gift cards. */
export default function CreditSection() {
  const auth = useAuthStore();
  const calls = useMemo(() => client({ ...creditContract, ...giftCardContract }, signedTransport(fetchTransport(), auth)), [auth]);
  const ask = useCallback(() => calls.credit({}), [calls]);
  const credit = useQuery('credit', ask);
  return (
    <>
      <h1 className="heading-3">Credit and gift cards</h1>
      <AsyncContent from={credit}>
        {({ data }) => (
          <>
            <Balance view={data} />
            <RedeemGiftCard calls={calls} onMoved={credit.replace} />
            <Entries view={data} />
            <GivenCards given={data.given} />
          </>
        )}
      </AsyncContent>
    </>
  );
}

function Balance({ view: { balance, held } }: { view: CreditView }) {
  const facts = useMarketConfig();
  return (
    <div>
      <p className="label text-muted">Store credit</p>
      <p className="heading-3 num">{money(balance, facts)}</p>
      <p className="text-muted">
        {held > 0 && `${money(held, facts)} is on hold for an order in progress. `}
        {balance > 0
          ? 'Tick “Use your store credit” at checkout and we’ll use it before your card. It doesn’t expire.'
          : 'Credit comes from friends you invite, from us, and from gift cards you add here.'}
      </p>
    </div>
  );
}

interface RedeemProps {
  readonly calls: ReturnType<typeof client<typeof creditContract & typeof giftCardContract>>;
  readonly onMoved: (view: { readonly data: CreditView }) => void;
}

/** Checks the balance of a gift card, or adds it to the credit. */
function RedeemGiftCard({ calls, onMoved: onRedirect }: RedeemProps) {
  const facts = useMarketConfig();
  const form = useRef<HTMLFormElement>(null);
  const { isSubmitting, error, run } = useMutation();
  const [told, setTold] = useState('');

  const code = (): string => (form.current ? readField(new FormData(form.current), 'gift-card') : '');
  const look = (): void => {
    if (!form.current?.reportValidity()) return;
    setTold('');
    void run(
      () => calls.balance({ code: code() }),
      ({ data: { balance, expiresAt, isExpired } }) => {
        const day = formatDate(facts.market, new Date(expiresAt));
        setTold(isExpired ? `This card expired on ${day}.` : `This card has ${money(balance, facts)} left and is valid until ${day}.`);
      },
    );
  };
  const move = (event: FormEvent): void => {
    event.preventDefault();
    setTold('');
    void run(
      () => calls.moveGiftCard({ code: code() }),
      ({ data, moved }) => {
        form.current?.reset();
        onRedirect({ data });
        setTold(`We’ve added ${money(moved, facts)} to your store credit. It doesn’t expire.`);
      },
    );
  };
  return (
    <section className="account-sec">
      <h2 className="heading-4">Add a gift card</h2>
      <form className="account-form" ref={form} onSubmit={move}>
        <TextField
          announcesError
          name="gift-card"
          label="Gift card code"
          hint="16 letters and numbers, in the gift card email."
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <Refusal text={error} />
        <div className="account-ways">
          <button type="submit" className="button button-primary" disabled={isSubmitting}>
            Add to my credit
          </button>
          <button type="button" className="button button-outline" disabled={isSubmitting} onClick={look}>
            Check balance
          </button>
        </div>
        <p role="status">{told}</p>
      </form>
    </section>
  );
}

function Entries({ view: { entries } }: { view: CreditView }) {
  const facts = useMarketConfig();
  return (
    <section className="account-sec">
      <h2 className="heading-4">Credit history</h2>
      {entries.length === 0 ? (
        <p className="text-muted">
          No activity yet.{' '}
          <Link className="link" to="/account/referral">
            Invite a friend
          </Link>{' '}
          and earn credit on their first order.
        </p>
      ) : (
        <ul className="account-list">
          {entries.map(({ id, what, amount, at }) => (
            <li key={id}>
              <div>
                {what}
                <p className="small text-muted">{formatDate(facts.market, new Date(at))}</p>
              </div>
              <b className="num">{amount < 0 ? `−${money(-amount, facts)}` : `+${money(amount, facts)}`}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function GivenCards({ given }: { given: CreditView['given'] }) {
  const facts = useMarketConfig();
  const day = (instant: string): string => formatDate(facts.market, new Date(instant));
  return (
    <section className="account-sec">
      <h2 className="heading-4">Gift cards you’ve sent</h2>
      {given.length > 0 && (
        <ul className="account-list">
          {given.map(({ id, recipient, amount, orderNumber, sendAt, isSent, expiresAt }) => (
            <li key={id}>
              <div>
                {recipient === '' ? 'A gift card' : `For ${recipient}`}
                <p className="small text-muted">
                  Order #{orderNumber}, {isSent ? 'sent on' : 'to be sent on'} {day(sendAt)}, valid until {day(expiresAt)}
                </p>
              </div>
              <b className="num">{money(amount, facts)}</b>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link className="link link-lone" to="/gift-cards">
          Give a gift card
        </Link>
      </p>
    </section>
  );
}
