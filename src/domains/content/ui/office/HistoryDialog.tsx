/** The timeline of a page: who changed what and when, with the way to its versions and the activity log. */
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { describeEvent, nameEvent, pageHistoryMessages as text } from '#domains/content/messages/page-history.ts';
import type { OfficePage, PageEvent } from '#domains/content/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { Timeline } from '#ui/office/Timeline.tsx';
import { pageCalls } from './page-calls.ts';

const ICONS: Readonly<Record<string, OfficeIconName>> = {
  'page.created': 'plus',
  'page.published': 'tick',
  'page.restored': 'refresh',
  'page.schedule_missed': 'warning',
  'page.taken_down': 'close',
  'page.archived': 'close',
  'page.imported': 'imports',
  'page.removed': 'close',
};

export interface HistoryDialogProps {
  readonly page: Pick<OfficePage, 'id' | 'version' | 'timeZone'>;
  readonly onVersions: () => void;
  readonly onClose: () => void;
}

export function HistoryDialog({ page, onVersions, onClose }: HistoryDialogProps) {
  const { id, version, timeZone } = page;
  const may = useMay();
  const [events, setEvents] = useState<readonly PageEvent[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isStopped = false;
    void pageCalls.pageHistory({ id }).then((found) => {
      if (isStopped) return;
      if (found.ok) setEvents(found.value.rows);
      else setError(found.title);
    });
    return () => {
      isStopped = true;
    };
  }, [id]);
  return (
    <Dialog title={text.title} isOpen onClose={onClose}>
      <FormError error={error} />
      {events === null && error === null && <p className="text-muted">{officeMessages.loading}</p>}
      {events?.length === 0 && <p className="text-muted">{text.none}</p>}
      {events && (
        <Timeline
          timeZone={timeZone}
          entries={events.map((event) => ({
            id: event.id,
            at: event.at,
            icon: ICONS[event.action] ?? 'note',
            tone: event.action === 'page.published' || event.action === 'page.restored' ? 'good' : 'plain',
            title: nameEvent(event),
            detail: describeEvent(event),
          }))}
        />
      )}
      <DialogEnd>
        {may('staff.read') && (
          <Link className="link" to={`/staff/activity?${new URLSearchParams({ 'filter[subject]': `page:${id}` })}`}>
            {text.activity}
          </Link>
        )}
        {version > 0 && <Button onPress={onVersions}>{text.versions}</Button>}
        <Button tone="primary" onPress={onClose}>
          {officeMessages.close}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
