/** The market of a sheet, for people with several. */
import { sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import type { Market } from '#markets/market.ts';
import { Segmented } from '#ui/office/Segmented.tsx';

export function SheetMarket({ value, onChange }: { readonly value: Market | null; readonly onChange: (market: Market) => void }) {
  const { markets } = useMe();
  if (markets.length < 2) return null;
  return (
    <div className="entry">
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
