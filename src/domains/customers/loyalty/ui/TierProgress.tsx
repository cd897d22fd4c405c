import { formatMoney } from '#lib/money.ts';
import { formatDate } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { MemberView } from '../contract.ts';
import { tierProgressMessages as m } from '../messages.ts';
import { type LoyaltyConfig, tierName } from '../model/programme-values.ts';
import './TierProgress.css';

/** Shows the progress to the next tier as a bar and as text. */
export function TierProgress({ member, config }: { member: MemberView; config: LoyaltyConfig | null }) {
  const { market, locale, currency } = useMarketConfig();
  const dollars = (amount: number) => formatMoney(Math.round(amount * 100), locale, currency);
  const months = config?.windowMonths ?? 12;
  const { next, spent, lessAt } = member;
  const goal = next ? spent + next.missing : spent;
  return (
    <div className="tier-progress">
      {next && (
        <progress max={goal} value={spent} aria-label={m.label(tierName(config, next.tier))}>
          {Math.round((spent / goal) * 100)}%
        </progress>
      )}
      <p>{next ? m.missing(dollars(spent), months, dollars(next.missing), tierName(config, next.tier)) : m.top(dollars(spent), months)}</p>
      {lessAt !== null && <p className="small text-muted">{m.lessAt(formatDate(market, new Date(lessAt)))}</p>}
    </div>
  );
}
