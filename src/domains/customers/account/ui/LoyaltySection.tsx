import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { loyaltyContract, type MemberView } from '#domains/customers/loyalty/contract.ts';
import { formatDiscount, tierName } from '#domains/customers/loyalty/model/programme-values.ts';
import { isLoyaltyShown } from '#domains/customers/loyalty/model/tier-selection.ts';
import { LoyaltyProvider } from '#domains/customers/loyalty/ui/LoyaltyProvider.tsx';
import { useLoyalty } from '#domains/customers/loyalty/ui/loyalty-context.ts';
import { TierBadge } from '#domains/customers/loyalty/ui/TierBadge.tsx';
import { TierProgress } from '#domains/customers/loyalty/ui/TierProgress.tsx';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { formatMoney } from '#lib/money.ts';
import { formatDate } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { fillMessage } from '#ui/fill-message.tsx';
import { accountPageLabels, loyaltyMessages as m } from '../messages.ts';
import { toResult } from './use-account.ts';
import '#ui/styles/dash-list.css';
import '#ui/styles/media.css';

interface Membership {
  readonly member: MemberView;
  readonly isShown: boolean;
}

function useMember(): Membership | { readonly error: string } | null {
  const auth = useAuthStore();
  const { tier } = useLoyalty();
  const transport = useMemo(() => signedTransport(fetchTransport(), auth), [auth]);
  const [read, setRead] = useState<{ member: MemberView; properties: Record<string, unknown> } | { readonly error: string } | null>(null);
  useEffect(() => {
    let ignore = false;
    void Promise.all([
      toResult(client(loyaltyContract, transport).member({})),
      toResult(client(identityContract, transport).hubspotContact({})),
    ]).then(([member, contact]) => {
      if (ignore) return;
      const error = 'error' in member ? member.error : 'error' in contact ? contact.error : null;
      if (error !== null || 'error' in member || 'error' in contact) setRead({ error: error ?? '' });
      else {
        setRead({ member: member.value.data, properties: contact.value.properties });
        // Refreshes the user's tier, which offers and lists depend on.
        if (member.value.data.tier !== auth.current().user?.loyalty_tier) auth.refreshAccountDetails();
      }
    });
    return () => {
      ignore = true;
    };
  }, [transport, auth]);
  if (read === null || 'error' in read) return read;
  return { member: read.member, isShown: isLoyaltyShown(read.properties, tier) };
}

/** /account/very-important-mofo: tier, progress, ledger and coupons [ACC-2]. */
export default function LoyaltySection() {
  return (
    <LoyaltyProvider>
      <LoyaltyContent />
    </LoyaltyProvider>
  );
}

function LoyaltyContent() {
  const read = useMember();
  if (read === null)
    return (
      <>
        <h1 className="heading-3">{accountPageLabels.loyalty}</h1>
        <p role="status" className="text-muted">
          {m.loading}
        </p>
      </>
    );
  if ('error' in read)
    return (
      <>
        <h1 className="heading-3">{accountPageLabels.loyalty}</h1>
        <p role="alert">{read.error}</p>
      </>
    );
  if (!read.isShown)
    return (
      <>
        <h1 className="heading-3">{accountPageLabels.loyalty}</h1>
        <p>{m.excluded}</p>
      </>
    );
  return <Member member={read.member} />;
}

function Member({ member }: { member: MemberView }) {
  const { config } = useLoyalty();
  const { market, locale, currency } = useMarketConfig();
  const dollars = (amount: number) => formatMoney(Math.round(amount * 100), locale, currency);
  const own = config?.tiers.find(({ tier }) => tier === member.tier);
  return (
    <>
      <div className="media">
        <TierBadge tier={member.tier} height={232} />
        <div>
          <p className="label text-muted">{accountPageLabels.loyalty}</p>
          <h1 className="heading-2">{m.tier(tierName(config, member.tier))}</h1>
          {own?.summary && <p className="intro">{own.summary}</p>}
          <TierProgress member={member} config={config} />
        </div>
      </div>
      {own && own.benefits.length > 0 && (
        <section className="account-sec">
          <h2 className="heading-4">{m.benefits}</h2>
          <ul className="dash-list">
            {own.benefits.map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
          <p>
            <Link className="link link-lone" to="/tier-offers">
              {m.offers}
            </Link>
          </p>
        </section>
      )}
      <section className="account-sec">
        <h2 className="heading-4">{m.coupons}</h2>
        {member.coupons.length === 0 ? (
          <p className="text-muted">
            {fillMessage(m.noCoupons, {
              details: (
                <Link className="link" to="/account/profile">
                  {m.details}
                </Link>
              ),
              agreed: (
                <Link className="link" to="/account/privacy">
                  {m.agreed}
                </Link>
              ),
            })}
          </p>
        ) : (
          <ul className="account-rows-split">
            {member.coupons.map(({ code, occasion, amount, discountKind, endsAt, state }) => (
              <li key={code}>
                <span>
                  <b className="num">{code}</b>
                  <br />
                  <span className="small text-muted">{m.coupon(formatDiscount(amount, discountKind, market), occasion)}</span>
                </span>
                <span className="small text-muted">
                  {state === 'used' ? m.used : (state === 'ended' ? m.expired : m.validUntil)(formatDate(market, new Date(endsAt)))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="account-sec">
        <h2 className="heading-4">{m.orders}</h2>
        {member.entries.length === 0 ? (
          <p className="text-muted">{m.noOrders}</p>
        ) : (
          <ul className="account-rows-split">
            {member.entries.map(({ kind, at, amount, orderNumber }) => (
              <li key={`${kind} ${at} ${orderNumber}`}>
                <span>
                  {(kind === 'spend' ? m.order : m.refund)(orderNumber)}
                  <br />
                  <span className="small text-muted">{formatDate(market, new Date(at))}</span>
                </span>
                <b className="num">{kind === 'spend' ? dollars(amount) : `−${dollars(amount)}`}</b>
              </li>
            ))}
          </ul>
        )}
        {member.changes.length > 0 && (
          <ul className="dash-list small text-muted">
            {member.changes.map(({ at, from, to }) => (
              <li key={at}>{m.tierChange(formatDate(market, new Date(at)), tierName(config, from), tierName(config, to))}</li>
            ))}
          </ul>
        )}
      </section>
      <p className="account-sec">
        <Link className="link link-lone" to="/loyalty">
          {m.program}
        </Link>
      </p>
    </>
  );
}
