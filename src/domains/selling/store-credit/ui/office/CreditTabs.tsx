import { creditTabs as text } from '#domains/selling/store-credit/messages/office.ts';
import { ScreenTabs } from '#ui/office/ScreenTabs.tsx';

const TABS = [
  { to: '/gift-cards', label: text.giftCards },
  { to: '/credit', label: text.credit },
] as const;

/** Leads between gift cards and store credit. */
export function CreditTabs() {
  return <ScreenTabs label={text.label} tabs={TABS} />;
}
