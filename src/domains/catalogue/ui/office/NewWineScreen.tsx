/** A new wine: empty, or a copy of another one. */
import { useMemo, useState } from 'react';
import { useLoaderData } from 'react-router';
import { wineMessages as text, wineListMessages } from '#domains/catalogue/messages/office.ts';
import { proposeOfferId } from '#domains/catalogue/model/next-vintage.ts';
import { emptyDraft, parseDraft, toDraft, type WineDraft } from '#domains/catalogue/model/wine-draft.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { AUDIENCES, territoriesOf } from '#markets/audiences.ts';
import { DEFAULT_MARKET, type Market } from '#markets/market.ts';
import { Button } from '#ui/office/Button.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { UnsavedGuard, useLeaveSaved } from '#ui/office/form/UnsavedGuard.tsx';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import type { loadNewWine } from './load-wine.ts';
import { WineForm } from './WineForm.tsx';
import { WinePreview } from './WinePreview.tsx';
import { wineCalls } from './wine-calls.ts';
import './wine.css';

/** Returns the smallest audience with all markets of a person. */
const audienceOf = (markets: readonly Market[]) =>
  AUDIENCES.filter((audience) => markets.every((market) => territoriesOf(audience).includes(market))).toSorted(
    (a, b) => territoriesOf(a).length - territoriesOf(b).length,
  )[0] ?? DEFAULT_MARKET;

/** Fields that a copy does not take over: they name the other wine. */
function draftFrom(copied: Awaited<ReturnType<typeof loadNewWine>>, markets: readonly Market[]): WineDraft {
  if (!copied) return emptyDraft(audienceOf(markets));
  const { nextOfferId: _, ...draft } = toDraft(copied.record);
  return { ...draft, offerId: '', sku: '', gtin: '', productId: 1 };
}

const textOf = (draft: WineDraft, name: string): string => {
  const value = draft[name];
  return typeof value === 'string' ? value : '';
};

export function NewWineScreen() {
  const copied = useLoaderData<typeof loadNewWine>();
  const { markets } = useMe();
  const leaveSaved = useLeaveSaved();
  const [own = DEFAULT_MARKET, ...others] = markets;
  const opened = useMemo(() => draftFrom(copied, markets), [copied, markets]);
  const [typed, setTyped] = useState<WineDraft>(opened);
  const [hasTried, setHasTried] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // Until one is typed, the id follows from the name.
  const [brand, name, vintage] = [textOf(typed, 'brand'), textOf(typed, 'name'), textOf(typed, 'vintage')];
  const proposed = brand !== '' && name !== '' ? proposeOfferId({ brand, name, vintage }) : '';
  const draft = textOf(typed, 'offerId') === '' ? { ...typed, offerId: proposed } : typed;
  const key = JSON.stringify(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is a new object at each render
  const parsed = useMemo(() => parseDraft(draft), [key]);

  const change = (next: WineDraft): void => setTyped(next.offerId === proposed ? { ...next, offerId: '' } : next);
  const create = async (): Promise<void> => {
    setHasTried(true);
    if (!parsed.ok) return setError(text.invalid(parsed.issues.length));
    setIsPending(true);
    setError(null);
    const { productId: _, ...fields } = parsed.record;
    const created = await wineCalls.createWine({ record: fields });
    setIsPending(false);
    if (!created.ok) return setError(created.title);
    toastDone(text.created);
    await leaveSaved(`/wines/${created.value.id}`);
  };
  return (
    <div className="screen wine-screen">
      <PageHeader
        title={copied ? text.copyTitle(copied.record.name) : text.newTitle}
        parent={{ label: wineListMessages.title, to: listAddress('/wines') }}
        isEditor
        actions={
          <Button tone="primary" onPress={() => void create()} isPending={isPending}>
            {text.create}
          </Button>
        }
      />
      <FormError error={error} />
      <div className="panel-columns">
        <WineForm draft={draft} issues={hasTried ? parsed.issues : []} markets={markets} isReadOnly={false} isNew onChange={change} />
        <WinePreview record={parsed.ok ? parsed.record : null} markets={[own, ...others]} />
      </div>
      <UnsavedGuard isDirty={JSON.stringify(typed) !== JSON.stringify(opened)} />
    </div>
  );
}
