import { useEffect, useMemo, useState } from 'react';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { type ReferralView, referralContract } from '#domains/customers/referrals/contract.ts';
import { copyLink, mailtoUrl, type OnShared, referralLink, shareContent, shareNatively } from '#domains/customers/referrals/ui/share.ts';
import { type ReferralCodeState, useReferralCode } from '#domains/customers/referrals/ui/use-referral-code.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { formatMoney } from '#lib/money.ts';
import { formatDate } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { fillMessage } from '#ui/fill-message.tsx';
import { TextField } from '#ui/form/Field.tsx';
import { useShopName } from '#ui/shop-identity.ts';
import { showToast } from '#ui/toast-store.ts';
import { accountPageLabels, referralMessages as m } from '../messages.ts';
import { toResult } from './use-account.ts';
import './ReferralSection.css';

const trackShare: OnShared = (method) => track('Referral Shared', { method });

/** /account/referral: the code, ways to share it, and its referrals. */
export default function ReferralSection() {
  const auth = useAuthStore();
  const calls = useMemo(() => client(referralContract, signedTransport(fetchTransport(), auth)), [auth]);
  const code = useReferralCode(calls);
  const [read, setRead] = useState<{ readonly value: ReferralView } | { readonly error: string } | null>(null);
  useEffect(() => {
    let ignore = false;
    void toResult(calls.mine({})).then((result) => {
      if (!ignore) setRead('error' in result ? result : { value: result.value.data });
    });
    return () => {
      ignore = true;
    };
  }, [calls]);
  return (
    <>
      <h1 className="heading-3">{accountPageLabels.referral}</h1>
      {read === null && (
        <p role="status" className="text-muted">
          {m.loading}
        </p>
      )}
      {read !== null && 'error' in read && <p role="alert">{read.error}</p>}
      {read !== null && 'value' in read && <Referral view={read.value} code={code} onShared={trackShare} />}
    </>
  );
}

/** The code and ways to share it. */
function ShareCode({ code, amount, onShared }: { code: string; amount: string; onShared: OnShared }) {
  const shopName = useShopName();
  const content = shareContent(amount, referralLink(location.origin, code), shopName);
  const copy = async () => {
    const isCopied = await copyLink(content);
    showToast(isCopied ? { ...m.copied, tone: 'good' } : { ...m.notCopied, tone: 'bad' });
    if (isCopied) onShared('copy');
  };
  const share = async () => {
    if (await shareNatively(content)) onShared('native');
  };
  return (
    <section className="account-sec refer">
      <h2 className="heading-4">{m.link}</h2>
      <p className="door-card panel-card" aria-hidden="true">
        <span>{shopName}</span>
        <b>{amount.replace(/\.00$/, '')}</b>
        <i>{m.cardText}</i>
      </p>
      <TextField
        id="referral-link"
        label={m.linkLabel}
        readOnly
        value={content.url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p>{fillMessage(m.code, { code: <b className="num">{code}</b> })}</p>
      <p className="referral-ways">
        <button type="button" className="button button-primary" onClick={() => void copy()}>
          {m.copyLink}
        </button>
        {typeof navigator.share === 'function' && (
          <button type="button" className="button button-outline" onClick={() => void share()}>
            {m.share}
          </button>
        )}
        <a className="button button-outline" href={mailtoUrl(content)} onClick={() => onShared('email')}>
          {m.emailFriend}
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
      <p className="intro">{m.explanation(dollars(view.amount))}</p>
      {checkingReferralCode && (
        <p role="status" className="text-muted">
          {m.loading}
        </p>
      )}
      {!checkingReferralCode && customerReferralCode === '' && <p role="alert">{m.codeFailed}</p>}
      {customerReferralCode !== '' && <ShareCode code={customerReferralCode} amount={dollars(view.amount)} onShared={onShared} />}
      <section className="account-sec">
        <h2 className="heading-4">{m.referrals}</h2>
        <p>{fillMessage(m.balance, { amount: <b className="num">{dollars(view.balance)}</b> })}</p>
        {view.friends.length === 0 ? (
          <p className="text-muted">{m.empty}</p>
        ) : (
          <ul className="account-rows-split">
            {view.friends.map(({ at, amount, state }) => (
              <li key={at}>
                <span>
                  {m.friendsOrder}
                  <br />
                  <span className="small text-muted">{formatDate(market, new Date(at))}</span>
                </span>
                <span>
                  {state === 'credited' ? (
                    <b className="num">{dollars(amount)}</b>
                  ) : (
                    <span className="small text-muted">{m.states[state]}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="small text-muted">{m.terms}</p>
      </section>
    </>
  );
}
