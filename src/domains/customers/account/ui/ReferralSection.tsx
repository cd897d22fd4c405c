import { useEffect, useMemo, useState } from 'react';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { type ReferralView, referralContract } from '#domains/customers/referrals/contract.ts';
import { copyLink, mailtoUrl, type OnShared, referralLink, shareNatively, shareWords } from '#domains/customers/referrals/ui/share.ts';
import { type ReferralCodeState, useReferralCode } from '#domains/customers/referrals/ui/use-referral-code.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { formatMoney } from '#lib/money.ts';
import { formatDate } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { showToast } from '#ui/toast-store.ts';
import { toResult } from './use-account.ts';
import '#domains/customers/loyalty/ui/loyalty.css';

const tellShared: OnShared = (method) => track('Referral Shared', { method });

const STATE_WORDS = {
  credited: 'Credited',
  reversed: 'Order refunded, credit reversed',
  held: 'Being reviewed',
  refused: 'Not eligible',
} as const;

/** /account/referral: the code, ways to share it, and its referrals. */
export default function ReferralSection() {
  const auth = useAuthStore();
  const calls = useMemo(() => client(referralContract, signedTransport(fetchTransport(), auth)), [auth]);
  const code = useReferralCode(calls);
  const [read, setRead] = useState<{ readonly value: ReferralView } | { readonly error: string } | null>(null);
  useEffect(() => {
    let ignore = false;
    void toResult(calls.mine({})).then((answer) => {
      if (!ignore) setRead('error' in answer ? answer : { value: answer.value.data });
    });
    return () => {
      ignore = true;
    };
  }, [calls]);
  return (
    <>
      <h1 className="heading-3">Invite a friend</h1>
      {read === null && (
        <p role="status" className="text-muted">
          Loading your referrals…
        </p>
      )}
      {read !== null && 'error' in read && <p role="alert">{read.error}</p>}
      {read !== null && 'value' in read && <Referral view={read.value} code={code} onShared={tellShared} />}
    </>
  );
}

/** The code and ways to share it. */
function ShareCode({ code, amount, onShared }: { code: string; amount: string; onShared: OnShared }) {
  const words = shareWords(amount, referralLink(location.origin, code));
  const copy = async () => {
    const isCopied = await copyLink(words);
    showToast(
      isCopied
        ? { title: 'Copied', text: 'The link is on your clipboard.', tone: 'good' }
        : { title: 'Not copied', text: 'We couldn’t copy the link. Select it and copy it yourself.', tone: 'bad' },
    );
    if (isCopied) onShared('copy');
  };
  const share = async () => {
    if (await shareNatively(words)) onShared('native');
  };
  return (
    <section className="account-sec refer">
      <h2 className="heading-4">Your link</h2>
      <p className="door-card panel-card" aria-hidden="true">
        <span>Cellardoor</span>
        <b>{amount.replace(/\.00$/, '')}</b>
        <i>Off your first order</i>
      </p>
      <div className="field">
        <label htmlFor="referral-link">Link for friends</label>
        <input id="referral-link" className="input" readOnly value={words.url} onFocus={({ currentTarget }) => currentTarget.select()} />
      </div>
      <p>
        Or the code: <b className="num">{code}</b>
      </p>
      <p className="referral-ways">
        <button type="button" className="button button-primary" onClick={() => void copy()}>
          Copy link
        </button>
        {typeof navigator.share === 'function' && (
          <button type="button" className="button button-outline" onClick={() => void share()}>
            Share
          </button>
        )}
        <a className="button button-outline" href={mailtoUrl(words)} onClick={() => onShared('email')}>
          Email a friend
        </a>
      </p>
    </section>
  );
}

interface ReferralProps {
  readonly view: ReferralView;
  readonly code: ReferralCodeState;
  readonly onShared: OnShared;
}

function Referral({ view, code: { checkingReferralCode, customerReferralCode }, onShared }: ReferralProps) {
  const { market, locale, currency } = useMarketConfig();
  const dollars = (amount: number) => formatMoney(Math.round(amount * 100), locale, currency);
  return (
    <>
      <p className="intro">
        Your friend gets {dollars(view.amount)} off their first order. Once it’s paid for, you get {dollars(view.amount)} in store credit.
      </p>
      {checkingReferralCode && (
        <p role="status" className="text-muted">
          Loading your referrals…
        </p>
      )}
      {!checkingReferralCode && customerReferralCode === '' && (
        <p role="alert">We couldn’t load your referral code. Please try again in a moment.</p>
      )}
      {customerReferralCode !== '' && <ShareCode code={customerReferralCode} amount={dollars(view.amount)} onShared={onShared} />}
      <section className="account-sec">
        <h2 className="heading-4">Your referrals</h2>
        <p>
          <b className="num">{dollars(view.balance)}</b> in store credit to spend at checkout.
        </p>
        {view.friends.length === 0 ? (
          <p className="text-muted">No orders from friends yet.</p>
        ) : (
          <ul className="loyalty-rows">
            {view.friends.map(({ at, amount, state }) => (
              <li key={at}>
                <span>
                  A friend’s order
                  <br />
                  <span className="small text-muted">{formatDate(market, new Date(at))}</span>
                </span>
                <span>
                  {state === 'credited' ? (
                    <b className="num">{dollars(amount)}</b>
                  ) : (
                    <span className="small text-muted">{STATE_WORDS[state]}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="small text-muted">
          Referrals count for new customers who use a different email, address and card from yours. If their order is refunded, we take the
          credit back.
        </p>
      </section>
    </>
  );
}
