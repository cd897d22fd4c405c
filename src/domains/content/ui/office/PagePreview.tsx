/** The page beside its form, as a guest or a member sees it. The storefront draws it; no script of it runs here. */
import { useEffect, useRef, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { SHOP_LABELS, previewMessages as text } from '#domains/content/messages/office.ts';
import type { OfficePage } from '#domains/content/office-contract.ts';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { ChoiceField } from '#ui/office/form/ChoiceField.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { pageCalls } from './page-calls.ts';

const WIDTHS = { phone: 390, desktop: 1280 } as const;
type Width = keyof typeof WIDTHS;

interface Frame {
  readonly url: string;
  readonly number: number;
}

export interface PagePreviewProps {
  readonly page: OfficePage;
  readonly title: string;
  /** Changes with every save. */
  readonly revision: string;
}

export function PagePreview({ page, title, revision }: PagePreviewProps) {
  const { id, sites } = page;
  const [siteId, setSiteId] = useState(sites[0]?.id ?? '');
  const [tier, setTier] = useState('');
  const [width, setWidth] = useState<Width>('phone');
  const [shown, setShown] = useState<Frame | null>(null);
  const [next, setNext] = useState<Frame | null>(null);
  const [error, setError] = useState<string | null>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is a new picture
  useEffect(() => {
    if (siteId === '') return;
    let isStopped = false;
    const chosen = TIERS.find((one) => one === tier);
    void pageCalls.previewPage({ id, site: siteId, ...(chosen ? { tier: chosen } : {}) }).then((made) => {
      if (isStopped) return;
      if (made.ok) {
        setError(null);
        setNext((before) => ({ url: made.value.url, number: (before?.number ?? 0) + 1 }));
      } else setError(made.title);
    });
    return () => {
      isStopped = true;
    };
  }, [id, siteId, tier, revision]);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  if (sites.length === 0) return <p className="text-muted panel-body">{text.none}</p>;
  const scale = room === 0 ? 1 : Math.min(1, room / WIDTHS[width]);
  // The frame that loads lies behind the one that is shown, so that nothing flashes while a person types.
  const frames = [shown, next]
    .filter((frame): frame is Frame => frame !== null)
    .filter((frame, index, all) => all.indexOf(frame) === index);
  return (
    <section className="preview" aria-label={text.title}>
      <div className="preview-bar">
        {sites.length > 1 && (
          <ChoiceField
            label={text.site}
            value={siteId}
            options={sites.map((site) => ({ value: site.id, label: `${SHOP_LABELS[site.kind]} ${site.market}` }))}
            onChange={setSiteId}
          />
        )}
        <ChoiceField
          label={text.as}
          value={tier}
          options={[{ value: '', label: text.guest }, ...TIERS.map((value) => ({ value, label: text.tier(value) }))]}
          onChange={setTier}
        />
        <ToggleButtonGroup
          aria-label={text.width}
          className="preview-widths"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[width]}
          onSelectionChange={(keys) => setWidth(keys.has('desktop') ? 'desktop' : 'phone')}
        >
          <ToggleButton id="phone" className="act">
            {text.phone}
          </ToggleButton>
          <ToggleButton id="desktop" className="act">
            {text.desktop}
          </ToggleButton>
        </ToggleButtonGroup>
        {shown && (
          <a className="act-icon" href={shown.url} target="_blank" rel="noreferrer" aria-label={text.openTab} title={text.openTab}>
            <OfficeIcon name="external" />
          </a>
        )}
      </div>
      {error !== null && (
        <p className="notice notice-bad" role="alert">
          {text.failed} {error}
        </p>
      )}
      <div className="preview-stage" ref={stage}>
        {shown === null && error === null && <p className="text-muted preview-wait">{text.loading}</p>}
        {frames.map((frame) => (
          <iframe
            key={frame.number}
            className={frame === shown ? 'preview-frame' : 'preview-frame is-loading'}
            src={frame.url}
            title={text.frame(title)}
            sandbox="allow-same-origin"
            referrerPolicy="no-referrer"
            aria-hidden={frame === shown ? undefined : true}
            tabIndex={frame === shown ? 0 : -1}
            style={{
              left: Math.max(0, (room - WIDTHS[width] * scale) / 2),
              width: WIDTHS[width],
              height: `${100 / scale}%`,
              transform: `scale(${scale})`,
            }}
            onLoad={() => setShown(frame)}
          />
        ))}
      </div>
      <p className="text-muted small preview-note">{text.still}</p>
    </section>
  );
}
