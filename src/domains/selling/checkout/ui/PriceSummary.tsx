import { useSellingTerms } from '#markets/ui/market-context.tsx';
import { type PriceBreakdown, summaryRows } from '../model/price-summary.ts';
import './PriceSummary.css';

/** Lines, discounts, delivery, total, and the tax that the total contains. */
export function PriceSummary({ breakdown, note = '' }: { breakdown: PriceBreakdown; note?: string }) {
  const { taxPercent } = useSellingTerms();
  return (
    <>
      <dl className="checkout-sums num">
        {summaryRows(breakdown, taxPercent).map(({ kind, label, amount }) => (
          <div key={`${kind} ${label}`} className={kind}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {note !== '' && <p className="small text-muted">{note}</p>}
    </>
  );
}
