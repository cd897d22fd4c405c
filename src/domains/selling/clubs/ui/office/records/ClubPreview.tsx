/** The club as shoppers see it in the list of clubs, while it is edited. */
import { money } from '#domains/catalogue/ui/format-price.ts';
import { CLUB_STATE_BADGES, clubMessages as text } from '#domains/selling/clubs/messages/club-records.ts';
import type { ClubRecord } from '#domains/selling/clubs/model/record.ts';
import { getMarketConfig } from '#markets/market.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { CLUB_STATE_TONES } from './club-state-tones.ts';

/** @param record null while a field is not valid */
export function ClubPreview({ record }: { readonly record: ClubRecord | null }) {
  return (
    <section className="panel" aria-labelledby="club-preview">
      <div className="panel-head">
        <h2 id="club-preview">{text.preview}</h2>
      </div>
      <div className="panel-body stack">{record ? <Card record={record} /> : <p className="text-muted small">{text.previewWaits}</p>}</div>
    </section>
  );
}

function Card({ record: { name, kicker, summary, picture, variants, frequencies, state, market } }: { readonly record: ClubRecord }) {
  const config = getMarketConfig(market);
  return (
    <>
      <div role="status">
        <Badge tone={CLUB_STATE_TONES[state]}>{CLUB_STATE_BADGES[state]}</Badge>
        <p className="small">{text.states[state]}</p>
      </div>
      <div className="club-preview">
        {picture?.of === 'file' && <img src={picture.src} alt={picture.alt} width={picture.width} height={picture.height} />}
        {kicker !== '' && <p className="text-muted small">{kicker}</p>}
        <p className="club-preview-name">{name}</p>
        {summary !== '' && <p>{summary}</p>}
        <ul>
          {variants.map((variant) => (
            <li key={variant.id}>
              <strong>{variant.label}</strong>
              <span className="num">{` ${money(variant.price, config)} `}</span>
              {text.perCase}
              {variant.summary !== '' && <p className="text-muted small">{variant.summary}</p>}
            </li>
          ))}
        </ul>
        <p className="text-muted small">{frequencies.map(({ label }) => label).join(' · ')}</p>
      </div>
    </>
  );
}
