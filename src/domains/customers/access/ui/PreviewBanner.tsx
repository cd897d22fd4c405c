import type { ReactNode } from 'react';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { PreviewData } from '../contract.ts';
import './PreviewBanner.css';

/** Messages by state of an offer or a page. */
const WORDS = {
  offer: { out: 'It is on sale now.', soon: 'It goes on sale', over: 'Its sale has ended.', none: 'It is not on sale.' },
  page: { out: 'It is published.', soon: 'It comes out', over: 'It has been taken down.', none: 'It is a draft.' },
} as const;

function stateWords({ isOut, startsAt, endsAt }: PreviewData, what: keyof typeof WORDS, wordsOf: (instant: string) => string): string {
  const words = WORDS[what];
  if (isOut) return words.out;
  if (startsAt !== null && Date.parse(startsAt) > Date.now()) return `${words.soon} ${wordsOf(startsAt)}.`;
  return endsAt !== null && Date.parse(endsAt) <= Date.now() ? words.over : words.none;
}

/** Banner above a preview: audience, state, and expiry of the link. */
export function PreviewBanner({ preview, what }: { preview: PreviewData | null; what: keyof typeof WORDS }) {
  const { locale, timeZone } = useMarketConfig();
  if (!preview) return null;
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
  const wordsOf = (instant: string): string => when.format(new Date(instant));
  const who = preview.tier === null ? 'a guest' : `a ${preview.tier.charAt(0)}${preview.tier.slice(1).toLowerCase()} member`;
  return (
    <aside className="preview-banner" aria-label="Preview">
      <div className="container">
        <p>
          <b>{`Preview, as ${who} sees it.`}</b> {stateWords(preview, what, wordsOf)}
          {!preview.isVisible && <b>{` It is not for ${who}, who would find nothing here.`}</b>}
        </p>
        <p className="small">
          {what === 'offer' && 'Nothing can be bought from here. '}
          {`This link holds until ${time.format(new Date(preview.expiresAt))}.`}
        </p>
      </div>
    </aside>
  );
}

/** Error page of a preview. */
export function PreviewError({ children }: { children: ReactNode }) {
  return (
    <div className="container preview-refused">
      <h1 className="heading-3">No preview</h1>
      <p className="intro" role="alert">
        {children}
      </p>
    </div>
  );
}
