import { stockTabs as text } from '#domains/selling/stock/messages/sheets.ts';
import { ScreenTabs } from '#ui/office/ScreenTabs.tsx';

const TABS = [
  { to: '/stock', label: text.stock },
  { to: '/stock/deliveries', label: text.deliveries },
  { to: '/stock/counts', label: text.counts },
] as const;

/** Leads between stock, deliveries and counts. */
export function StockTabs() {
  return <ScreenTabs label={text.label} tabs={TABS} />;
}
