import { type FormEvent, useState } from 'react';
import { Link, type MetaFunction } from 'react-router';
import { money } from '#domains/catalogue/ui/format-price.ts';
import { giftCardContract } from '#domains/selling/gift-cards/contract.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import { formatDate } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import { TextField } from '#ui/form/Field.tsx';
import './content/GiftCardPreview.css';
import { titleOf } from '#routes/_layout/page-title.ts';
import { getSiteData } from '#routes/_layout/use-site-data.ts';
import type { PageHandle } from '../page-handle.ts';
import { giftCardBalanceMessages as m } from './messages.ts';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

export const meta: MetaFunction = ({ matches }) => [
  { title: titleOf(m.title, matches) },
  { name: 'description', content: m.description(getSiteData(matches)?.layout.identity?.name ?? SHOP_NAME) },
];

const giftCards = client(giftCardContract, fetchTransport());
type CardBalance = { readonly balance: number; readonly initial: number; readonly expiresAt: string; readonly isExpired: boolean };

const TRAIL = [
  { label: m.home, to: '/' },
  { label: m.giftCards, to: '/gift-cards' },
  { label: m.balance, to: '/gift-cards/balance' },
];

/** Balance of a gift card. The code never appears in a URL. */
export default function GiftCardBalancePage() {
  const market = useMarketConfig();
  const [code, setCode] = useState('');
  const [balance, setKnown] = useState<CardBalance | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);

  const ask = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setKnown(null);
    if (code.trim() === '') return setError(m.enterCode);
    setSubmitting(true);
    const result = await giftCards.balance({ code }).catch(() => null);
    setSubmitting(false);
    setError(result?.ok ? null : (result?.title ?? m.unreachable));
    if (result?.ok) setKnown(result.value.data);
  };

  return (
    <div className="container">
      <Breadcrumbs breadcrumbs={TRAIL} />
      <form className="gift-card-left" noValidate onSubmit={(event) => void ask(event)}>
        <h1 className="heading-3">{m.heading}</h1>
        <TextField
          id="balance-code"
          label={m.code}
          hint={m.codeHint}
          error={error}
          announcesError
          value={code}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <button type="submit" className="button button-primary needs-script" aria-busy={isSubmitting} disabled={isSubmitting}>
          {m.checkBalance}
        </button>
        <div role="status">
          {balance && (
            <p>
              <b className="num gift-card-worth">{money(balance.balance, market)}</b>
              <br />
              {balance.isExpired
                ? m.expired(formatDate(market.market, new Date(balance.expiresAt)))
                : m.left(money(balance.initial, market), formatDate(market.market, new Date(balance.expiresAt)))}
            </p>
          )}
        </div>
        <p className="small text-muted">
          {m.use}{' '}
          <Link className="link" to="/gift-cards">
            {m.buy}
          </Link>
        </p>
      </form>
      <noscript>
        <p>{m.noScript}</p>
      </noscript>
    </div>
  );
}
