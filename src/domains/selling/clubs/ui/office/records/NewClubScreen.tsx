/** A new club. It is hidden until somebody opens it. */
import { useMemo, useState } from 'react';
import { clubListMessages, clubMessages as text } from '#domains/selling/clubs/messages/club-records.ts';
import { type ClubDraft, emptyClub, parseClubDraft, withAddress } from '#domains/selling/clubs/model/club-draft.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { DEFAULT_MARKET, MARKETS } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { UnsavedGuard, useLeaveSaved } from '#ui/office/form/UnsavedGuard.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ClubPreview } from './ClubPreview.tsx';
import { ClubRecordForm } from './ClubRecordForm.tsx';
import { clubRecordCalls } from './club-record-calls.ts';
import { focusClubProblem } from './use-club-form.ts';
import './club-record.css';

export function NewClubScreen() {
  const { markets } = useMe();
  const leaveSaved = useLeaveSaved();
  const [market = DEFAULT_MARKET] = markets;
  const opened = useMemo(() => emptyClub(market), [market]);
  const [typed, setTyped] = useState<ClubDraft>(opened);
  const [hasTried, setHasTried] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // Until they are typed, id and address follow from the name.
  const draft = useMemo(() => withAddress(typed, MARKETS.length > 1), [typed]);
  const parsed = useMemo(() => parseClubDraft(draft), [draft]);

  const change = (next: ClubDraft): void =>
    setTyped({
      ...next,
      ...(next.id === draft.id ? { id: typed.id ?? '' } : {}),
      ...(next.slug === draft.slug ? { slug: typed.slug ?? '' } : {}),
    });
  const create = async (): Promise<void> => {
    setHasTried(true);
    if (!parsed.record) {
      setError(text.invalid(parsed.issues.length));
      return focusClubProblem();
    }
    setIsPending(true);
    setError(null);
    const created = await clubRecordCalls.createClub({ record: parsed.record });
    setIsPending(false);
    if (!created.ok) return setError(created.title);
    toastDone(text.created);
    await leaveSaved(`/clubs/records/${encodeURIComponent(created.value.id)}`);
  };
  return (
    <div className="screen club-screen">
      <PageHeader
        title={text.newTitle}
        parent={{ label: clubListMessages.title, to: '/clubs/records' }}
        actions={
          <Button tone="primary" onPress={() => void create()} isPending={isPending}>
            {text.create}
          </Button>
        }
      />
      <FormError error={error} />
      <div className="panel-columns">
        <ClubRecordForm
          draft={draft}
          issues={hasTried ? parsed.issues : []}
          markets={markets}
          timeZone={timeZoneOf(market)}
          isReadOnly={false}
          isNew
          onChange={change}
        />
        <ClubPreview record={parsed.record} />
      </div>
      <UnsavedGuard isDirty={JSON.stringify(typed) !== JSON.stringify(opened)} />
    </div>
  );
}
