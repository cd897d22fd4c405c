/** One club: its form, and what shoppers see of it. */
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { CLUB_STATE_BADGES, clubListMessages, clubMessages as text } from '#domains/selling/clubs/messages/club-records.ts';
import type { ClubRecord } from '#domains/selling/clubs/model/record.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useSavedRecord } from '#ui/office/use-saved-record.ts';
import { ClubPreview } from './ClubPreview.tsx';
import { ClubRecordForm } from './ClubRecordForm.tsx';
import { CLUB_STATE_TONES } from './club-state-tones.ts';
import type { loadClubRecord } from './load-club-records.ts';
import { useClubForm } from './use-club-form.ts';
import './club-record.css';

export function ClubRecordScreen() {
  const loaded = useLoaderData<typeof loadClubRecord>();
  const { markets } = useMe();
  const canWrite = useMay()('clubs.write');
  const [club, setSaved] = useSavedRecord(loaded, ({ changedAt }) => changedAt);
  /** The record that closes the club, while the person is asked. */
  const [closing, setClosing] = useState<ClubRecord | null>(null);
  const form = useClubForm(club, setSaved);
  const { record, use } = club;

  const submit = (): void => {
    const checked = form.check();
    if (!checked) return;
    if (checked.state === 'closed' && record.state !== 'closed') setClosing(checked);
    else void form.save(checked);
  };
  return (
    <div className="screen club-screen">
      <PageHeader
        title={record.name}
        parent={{ label: clubListMessages.title, to: '/clubs/records' }}
        badges={<Badge tone={CLUB_STATE_TONES[record.state]}>{CLUB_STATE_BADGES[record.state]}</Badge>}
        summary={`${record.market} · ${text.changedAt(formatMoment(club.changedAt, club.timeZone))}`}
        log={<ActivityLink kind="club" id={club.id} />}
        actions={
          <>
            {club.liveUrl !== null && (
              <a className="act" href={club.liveUrl} target="_blank" rel="noreferrer">
                <OfficeIcon name="external" />
                {text.view}
              </a>
            )}
            {form.isDirty && <Button onPress={form.discard}>{text.discard}</Button>}
            {canWrite && (
              <Button tone="primary" onPress={submit} isPending={form.isPending} isDisabled={!form.isDirty}>
                {text.save}
              </Button>
            )}
          </>
        }
      />
      <FormError error={form.error} />
      {!canWrite && <p className="notice">{text.readOnly}</p>}
      {canWrite && use.members > 0 && <p className="notice">{text.inUse(use.members)}</p>}
      <div className="panel-columns">
        <ClubRecordForm
          draft={form.draft}
          issues={form.issues}
          markets={markets}
          timeZone={club.timeZone}
          isReadOnly={!canWrite}
          isNew={false}
          onChange={form.change}
        />
        <ClubPreview record={form.record} />
      </div>
      <UnsavedGuard isDirty={form.isDirty} />
      <ConfirmDialog
        title={text.closeTitle}
        isOpen={closing !== null}
        onClose={() => setClosing(null)}
        onConfirm={() => {
          if (closing) void form.save(closing).then(() => setClosing(null));
        }}
        action={text.close}
        consequences={text.closeConsequences(use.members)}
        isDanger
        isPending={form.isPending}
      />
      <ConflictDialog
        title={form.conflict?.title ?? null}
        fields={form.conflict?.fields ?? []}
        onKeepTheirs={form.keepTheirs}
        onKeepYours={form.keepYours}
        isPending={form.isPending}
      />
    </div>
  );
}
