/** The wine as a shopper sees it, with its drawing, while it is edited. */
import { useEffect, useState } from 'react';
import { cardMessages } from '#domains/catalogue/messages/cards.ts';
import { REASON_LABELS, wineMessages as text, VIEWER_LABELS } from '#domains/catalogue/messages/office.ts';
import { formatOrigin, formatPack, fullName, packWord, signalOf } from '#domains/catalogue/model/format-offer.ts';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { VIEWERS, type Viewer } from '#domains/catalogue/model/wine-preview.ts';
import { formatRrp, formatSaving, money } from '#domains/catalogue/ui/format-price.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { ChoiceField } from '#ui/office/form/ChoiceField.tsx';
import { Segmented } from '#ui/office/Segmented.tsx';
import { wineCalls } from './wine-calls.ts';

/** Pause after the last key before the wine is drawn, in ms. */
const DRAW_PAUSE_MS = 300;

type Preview = Extract<Awaited<ReturnType<typeof wineCalls.previewWine>>, { ok: true }>['value'];

const toImage = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Returns the last preview that could be made. */
function usePreview(record: OfferRecord | null, market: Market, viewer: Viewer): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    if (!record) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void wineCalls.previewWine({ record, market, viewer }).then((made) => isCurrent && made.ok && setPreview(made.value));
    }, DRAW_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [record, market, viewer]);
  return preview;
}

function Card({ preview, market, view }: { readonly preview: Preview; readonly market: Market; readonly view: 'bottle' | 'case' }) {
  const { hit } = preview;
  if (!hit) return null;
  const config = getMarketConfig(market);
  const signal = signalOf(hit, market);
  const isOut = hit.inventoryStatus === 'SOLD_OUT';
  const isDrawn = hit.imageUrl.endsWith('.svg');
  const rrp = formatRrp(hit, config);
  const saving = formatSaving(hit);
  return (
    <div className="preview-card">
      <img
        src={isDrawn || view === 'case' ? toImage(preview[view]) : hit.imageUrl}
        alt={text.drawing(fullName(hit))}
        className={view === 'case' ? 'preview-picture is-case' : 'preview-picture'}
      />
      {signal && <Badge tone={signal.isAlert ? 'wait' : 'plain'}>{signal.label}</Badge>}
      <p className="text-muted small">{hit.brand}</p>
      <p className="preview-name">{fullName(hit)}</p>
      <p className="text-muted small">{formatOrigin(hit)}</p>
      <p>
        <span className="num">{money(hit.bottlePrice, config)}</span>{' '}
        {packWord(hit) === 'card' ? cardMessages.perCard : cardMessages.perBottle}
      </p>
      <p className="small">
        {formatPack(hit)}, <span className="num">{money(hit.packPrice, config)}</span>
      </p>
      <p className="small">{isOut ? cardMessages.soldOut : [rrp, saving].filter(Boolean).join(' · ')}</p>
    </div>
  );
}

export interface WinePreviewProps {
  /** Null while a field is not valid: the last preview stays. */
  readonly record: OfferRecord | null;
  readonly markets: readonly [Market, ...Market[]];
}

export function WinePreview({ record, markets }: WinePreviewProps) {
  const [market, setMarket] = useState<Market>(markets[0]);
  const [viewer, setViewer] = useState<Viewer>('GUEST');
  const [view, setView] = useState<'bottle' | 'case'>('bottle');
  const preview = usePreview(record, market, viewer);
  return (
    <section className="panel" aria-labelledby="preview-heading">
      <div className="panel-head">
        <h2 id="preview-heading">{text.preview}</h2>
      </div>
      <div className="panel-body stack">
        <div className="form-row">
          <ChoiceField
            label={text.viewer}
            value={viewer}
            options={VIEWERS.map((value) => ({ value, label: VIEWER_LABELS[value] }))}
            onChange={(chosen) => setViewer(VIEWERS.find((one) => one === chosen) ?? 'GUEST')}
          />
          {markets.length > 1 && (
            <ChoiceField
              label={text.market}
              value={market}
              options={markets.map((value) => ({ value, label: value }))}
              onChange={(chosen) => setMarket(markets.find((one) => one === chosen) ?? markets[0])}
            />
          )}
        </div>
        {!record && <p className="text-muted small">{text.previewWaits}</p>}
        {preview && (
          <>
            <div role="status">
              <Badge tone={preview.isVisible ? 'good' : 'wait'}>{preview.isVisible ? text.visible : text.hidden}</Badge>
              {preview.reasons.map((reason) => (
                <p key={reason} className="small">
                  {REASON_LABELS[reason]}
                </p>
              ))}
            </div>
            <Card preview={preview} market={market} view={view} />
            <Segmented
              label={text.preview}
              value={view}
              options={[
                { value: 'bottle', label: text.bottle },
                { value: 'case', label: text.case },
              ]}
              onChange={setView}
            />
          </>
        )}
      </div>
    </section>
  );
}
