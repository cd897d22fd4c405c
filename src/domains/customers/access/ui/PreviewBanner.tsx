import type { ReactNode } from 'react';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { PreviewData } from '../contract.ts';
import { previewMessages as m } from '../messages.ts';

/** Describes whether an offer or a page is live. */
function formatState({ isOut, startsAt, endsAt }: PreviewData, kind: keyof typeof m.states, format: (date: string) => string): string {
  const state = m.states[kind];
  if (isOut) return state.live;
  if (startsAt !== null && Date.parse(startsAt) > Date.now()) return state.upcoming(format(startsAt));
  return endsAt !== null && Date.parse(endsAt) <= Date.now() ? state.ended : state.none;
}

/** Banner above a preview: audience, state, and expiry of the link. */
export function PreviewBanner({ preview, what }: { preview: PreviewData | null; what: keyof typeof m.states }) {
  const { locale, timeZone } = useMarketConfig();
  if (!preview) return null;
  const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const timeFormat = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
  const formatInstant = (date: string): string => dateFormat.format(new Date(date));
  const audience = preview.tier === null ? m.guest : m.member(`${preview.tier.charAt(0)}${preview.tier.slice(1).toLowerCase()}`);
  return (
    <aside className="preview-banner" aria-label={m.label}>
      <div className="container">
        <p>
          <b>{m.audience(audience)}</b> {formatState(preview, what, formatInstant)}
          {!preview.isVisible && <b> {m.hidden(audience)}</b>}
        </p>
        <p className="small">
          {what === 'offer' && `${m.notForSale} `}
          {m.expires(timeFormat.format(new Date(preview.expiresAt)))}
        </p>
      </div>
    </aside>
  );
}

/** Error page of a preview. */
export function PreviewError({ children }: { children: ReactNode }) {
  return (
    <div className="container preview-error">
      <h1 className="heading-3">{m.failed}</h1>
      <p className="intro" role="alert">
        {children}
      </p>
    </div>
  );
}
