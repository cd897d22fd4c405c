/** The market of an amount, for people with several. */
import { grantMessages as text } from '#domains/selling/store-credit/messages/office.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import type { Market } from '#markets/market.ts';
import { Segmented } from '#ui/office/Segmented.tsx';
import './credit.css';

export function MarketChoice({ value, onChange }: { readonly value: Market; readonly onChange: (market: Market) => void }) {
  const { markets } = useMe();
  if (markets.length < 2) return null;
  return (
    <div className="market-choice">
      <span className="entry-label" aria-hidden="true">
        {text.market}
      </span>
      <Segmented
        label={text.market}
        options={markets.map((market) => ({ value: market, label: market }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
