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
import { fillMessage } from '#ui/fill-message.tsx';
import { TextField } from '#ui/form/Field.tsx';
import { readField } from '#ui/form/form-errors.ts';
import { type CreditView, creditContract } from '../credit-contract.ts';
import { accountPageLabels, creditMessages as m } from '../messages.ts';
import { AsyncContent, ErrorMessage } from './AsyncContent.tsx';
import { useMutation, useQuery } from './use-account.ts';

/** Store credit with its entries, gift card balance, and purchased gift cards. */
export default function CreditSection() {
  const auth = useAuthStore();
  const calls = useMemo(() => client({ ...creditContract, ...giftCardContract }, signedTransport(fetchTransport(), auth)), [auth]);
  const ask = useCallback(() => calls.credit({}), [calls]);
  const credit = useQuery('credit', ask);
  return (
    <>
      <h1 className="heading-3">{accountPageLabels.credit}</h1>
      <AsyncContent from={credit}>
        {({ data }) => (
          <>
            <Balance view={data} />
            <RedeemGiftCard calls={calls} onRedeemed={credit.replace} />
            <Entries view={data} />
            <GivenCards cards={data.given} />
          </>
        )}
      </AsyncContent>
    </>
  );
}

function Balance({ view: { balance, held } }: { view: CreditView }) {
  const config = useMarketConfig();
  return (
    <div>
      <p className="label text-muted">{m.balance}</p>
      <p className="heading-3 num">{money(balance, config)}</p>
      <p className="text-muted">
        {held > 0 && `${m.onHold(money(held, config))} `}
        {balance > 0 ? m.usage : m.sources}
      </p>
    </div>
  );
}

interface RedeemProps {
  readonly calls: ReturnType<typeof client<typeof creditContract & typeof giftCardContract>>;
  readonly onRedeemed: (view: { readonly data: CreditView }) => void;
}

/** Checks the balance of a gift card, or adds it to the credit. */
function RedeemGiftCard({ calls, onRedeemed }: RedeemProps) {
  const config = useMarketConfig();
  const form = useRef<HTMLFormElement>(null);
  const { isSubmitting, error, run } = useMutation();
  const [status, setStatus] = useState('');

  const code = (): string => (form.current ? readField(new FormData(form.current), 'gift-card') : '');
  const checkBalance = (): void => {
    if (!form.current?.reportValidity()) return;
    setStatus('');
    void run(
      () => calls.balance({ code: code() }),
      ({ data: { balance, expiresAt, isExpired } }) => {
        const day = formatDate(config.market, new Date(expiresAt));
        setStatus(isExpired ? m.expired(day) : m.cardBalance(money(balance, config), day));
      },
    );
  };
  const redeem = (event: FormEvent): void => {
    event.preventDefault();
    setStatus('');
    void run(
      () => calls.moveGiftCard({ code: code() }),
      ({ data, moved }) => {
        form.current?.reset();
        onRedeemed({ data });
        setStatus(m.added(money(moved, config)));
      },
    );
  };
  return (
    <section className="account-sec">
      <h2 className="heading-4">{m.addGiftCard}</h2>
      <form className="account-form" ref={form} onSubmit={redeem}>
        <TextField
          announcesError
          name="gift-card"
          label={m.code}
          hint={m.codeHint}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <ErrorMessage text={error} />
        <div className="account-ways">
          <button type="submit" className="button button-primary" disabled={isSubmitting}>
            {m.addToCredit}
          </button>
          <button type="button" className="button button-outline" disabled={isSubmitting} onClick={checkBalance}>
            {m.checkBalance}
          </button>
        </div>
        <p role="status">{status}</p>
      </form>
    </section>
  );
}

function Entries({ view: { entries } }: { view: CreditView }) {
  const config = useMarketConfig();
  return (
    <section className="account-sec">
      <h2 className="heading-4">{m.history}</h2>
      {entries.length === 0 ? (
        <p className="text-muted">
          {fillMessage(m.empty, {
            invite: (
              <Link className="link" to="/account/referral">
                {m.invite}
              </Link>
            ),
          })}
        </p>
      ) : (
        <ul className="account-list">
          {entries.map(({ id, what, amount, at }) => (
            <li key={id}>
              <div>
                {what}
                <p className="small text-muted">{formatDate(config.market, new Date(at))}</p>
              </div>
              <b className="num">{amount < 0 ? `−${money(-amount, config)}` : `+${money(amount, config)}`}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function GivenCards({ cards }: { cards: CreditView['given'] }) {
  const config = useMarketConfig();
  const day = (date: string): string => formatDate(config.market, new Date(date));
  return (
    <section className="account-sec">
      <h2 className="heading-4">{m.given}</h2>
      {cards.length > 0 && (
        <ul className="account-list">
          {cards.map(({ id, recipient, amount, orderNumber, sendAt, isSent, expiresAt }) => (
            <li key={id}>
              <div>
                {recipient === '' ? m.giftCard : m.giftCardFor(recipient)}
                <p className="small text-muted">{(isSent ? m.sent : m.scheduled)(orderNumber, day(sendAt), day(expiresAt))}</p>
              </div>
              <b className="num">{money(amount, config)}</b>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link className="link link-lone" to="/gift-cards">
          {m.give}
        </Link>
      </p>
    </section>
  );
}
