/** What the shop owes, by market. */
import { creditListMessages as text } from '#domains/selling/store-credit/messages/office.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import type { Market } from '#markets/market.ts';
import './credit.css';

export interface LiabilityStripProps {
  readonly sums: readonly { readonly market: Market; readonly outstanding: number; readonly detail: string }[];
}

export function LiabilityStrip({ sums }: LiabilityStripProps) {
  return (
    <dl className="liability" aria-label={text.liability}>
      {sums.map(({ market, outstanding, detail }) => (
        <div key={market}>
          <dt>{text.outstanding(market)}</dt>
          <dd>
            <strong className="num">{formatAmount(market, outstanding)}</strong> <span className="text-muted small">{detail}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
