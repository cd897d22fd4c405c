/** The manifest of the day: adds the parcels that are on none yet, and prints it and earlier ones. */
import { useCallback, useEffect, useState } from 'react';
import { labelMessages as text } from '#domains/selling/orders/messages/labels.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError } from '#ui/office/form/fields.tsx';
import { Segmented } from '#ui/office/Segmented.tsx';
import { labelCalls } from './label-calls.ts';
import { saveManifest } from './save-labels.ts';

type Manifests = Extract<Awaited<ReturnType<typeof labelCalls.manifests>>, { ok: true }>['value'];

export function ManifestDialog({ onClose }: { readonly onClose: () => void }) {
  const { markets } = useMe();
  const [market, setMarket] = useState<Market | undefined>(markets[0]);
  const [manifests, setManifests] = useState<Manifests | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [includeUnsent, setIncludeUnsent] = useState(false);

  const load = useCallback(async (): Promise<void> => {
    if (market === undefined) return;
    const read = await labelCalls.manifests({ market });
    setError(read.ok ? null : read.title);
    setManifests(read.ok ? read.value : null);
    // Each manifest begins with the parcels that were sent.
    setIncludeUnsent(false);
  }, [market]);
  useEffect(() => void load(), [load]);

  /** Shows that something is being done, and what is true then. */
  const run = async (work: (market: Market) => Promise<void>): Promise<void> => {
    if (market === undefined) return;
    setIsPending(true);
    await work(market);
    setIsPending(false);
  };
  const add = (): Promise<void> =>
    run(async (of) => {
      const answer = await labelCalls.addToManifest({ market: of, includeUnsent });
      if (!answer.ok) return setError(answer.title);
      await load();
      await saveManifest(of, answer.value.day);
    });
  const open = manifests?.open ?? 0;
  const unsent = manifests?.unsent ?? 0;
  const added = open + (includeUnsent ? unsent : 0);
  return (
    <Dialog title={text.manifestTitle} isOpen onClose={onClose} isDismissable={!isPending}>
      <div className="form">
        <FormError error={error} />
        {markets.length > 1 && market !== undefined && (
          <Segmented
            label={text.market}
            value={market}
            options={markets.map((value) => ({ value, label: getMarketConfig(value).country }))}
            onChange={setMarket}
          />
        )}
        <p role="status">{manifests && text.openParcels(open)}</p>
        {unsent > 0 && (
          <>
            <Checkbox isSelected={includeUnsent} onChange={setIncludeUnsent}>
              {text.includeUnsent(unsent)}
            </Checkbox>
            <p className="text-muted small">{text.unsentHint}</p>
          </>
        )}
        {open + unsent > 0 && <p className="text-muted small">{text.manifestText}</p>}
        {market !== undefined && manifests !== null && manifests.days.length > 0 && (
          <div>
            <h3>{text.earlier}</h3>
            <ul className="side-list">
              {manifests.days.map(({ day, parcels }) => (
                <li key={day} className="side-row">
                  <span>{text.printDay(formatDay(market, day), parcels)}</span>
                  <Button
                    tone="quiet"
                    icon="print"
                    aria-label={text.printNamed(formatDay(market, day))}
                    isDisabled={isPending}
                    onPress={() => void run((of) => saveManifest(of, day))}
                  >
                    {text.printShort}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <DialogEnd>
        <Button onPress={onClose} isDisabled={isPending}>
          {text.close}
        </Button>
        {open + unsent > 0 && (
          <Button tone="primary" isPending={isPending} isDisabled={added === 0} onPress={() => void add()}>
            {text.addOpen(added)}
          </Button>
        )}
      </DialogEnd>
    </Dialog>
  );
}
