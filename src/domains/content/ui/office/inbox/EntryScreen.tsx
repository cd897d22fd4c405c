/** One message: what it says, the answer by email, its state, and a note for colleagues. */
import { useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import type { OfficeEntry } from '#domains/content/inbox-office-contract.ts';
import { ENTRY_STATE_LABELS, inboxMessages as text } from '#domains/content/messages/office-inbox.ts';
import { type EntryState, replyAddress } from '#domains/content/model/inbox.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { OfficeIcon, type OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { Timeline, type TimelineEntry } from '#ui/office/Timeline.tsx';
import { changeEntries } from './change-entries.ts';
import { inboxCalls } from './inbox-calls.ts';
import { ENTRY_TONES } from './inbox-list-spec.tsx';
import type { loadEntry } from './load-inbox.ts';
import './inbox.css';

const STATE_ICONS: Readonly<Record<EntryState, OfficeIconName>> = { open: 'mail', handled: 'tick', spam: 'close' };

interface NoteProps {
  readonly entry: OfficeEntry;
  readonly onSaved: () => void;
}

function NoteForm({ entry, onSaved }: NoteProps) {
  const [note, setNote] = useState(entry.note);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<{ readonly title: string; readonly theirs: OfficeEntry } | null>(null);
  const [isPending, setIsPending] = useState(false);
  const save = async (version: number): Promise<void> => {
    setIsPending(true);
    setError(null);
    const saved = await inboxCalls.changeEntry({ id: entry.id, version, note });
    setIsPending(false);
    if (saved.ok) {
      setConflict(null);
      toastDone(text.noteSaved);
      return onSaved();
    }
    if (saved.code !== 'changed_meanwhile') return setError(saved.title);
    const theirs = await inboxCalls.inboxEntry({ id: entry.id });
    if (!theirs.ok) return setError(theirs.title);
    // Somebody changed the state: the note is still the person's own.
    if (theirs.value.note === entry.note) return save(theirs.value.version);
    setConflict({ title: saved.title, theirs: theirs.value });
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save(entry.version);
      }}
    >
      <UnsavedGuard isDirty={note !== entry.note && !isPending} />
      <FormError error={error} />
      <TextField label={text.yourNote} hint={text.noteHint} value={note} onChange={setNote} maxLength={2_000} rows={3} />
      <div className="act-row">
        <Button type="submit" isPending={isPending} isDisabled={note === entry.note}>
          {text.saveNote}
        </Button>
      </div>
      <ConflictDialog
        title={conflict?.title ?? null}
        fields={conflict ? [{ label: text.yourNote, theirs: conflict.theirs.note, yours: note }] : []}
        isPending={isPending}
        onKeepTheirs={() => {
          setConflict(null);
          onSaved();
        }}
        onKeepYours={() => conflict && void save(conflict.theirs.version)}
      />
    </form>
  );
}

const timelineOf = ({ history, receivedAt }: OfficeEntry): TimelineEntry[] => [
  ...history.map(
    ({ at, who, state }, index): TimelineEntry => ({
      id: `${at} ${index}`,
      at,
      icon: state === null ? 'note' : STATE_ICONS[state],
      tone: state === null ? 'plain' : ENTRY_TONES[state],
      title: state === null ? text.noted : ENTRY_STATE_LABELS[state],
      detail: text.by(who),
    }),
  ),
  { id: 'received', at: receivedAt, icon: 'mail', tone: 'plain', title: text.sent },
];

const pathOf = (id: string | null): string | null => (id === null ? null : `/inbox/${id}`);

export function EntryScreen() {
  const entry = useLoaderData<typeof loadEntry>();
  const may = useMay();
  const revalidator = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const { id, state, form, email, answers, market, timeZone, others, neighbours, page } = entry;
  const reload = (): void => void revalidator.revalidate();
  const mark = async (to: EntryState): Promise<void> => {
    setIsPending(true);
    await changeEntries([{ id, expected: state }], to, reload);
    setIsPending(false);
  };
  return (
    <div className="screen">
      <PageHeader
        title={email ?? text.formName(form)}
        parent={{ label: text.title, to: listAddress('/inbox') }}
        badges={<Badge tone={ENTRY_TONES[state]}>{ENTRY_STATE_LABELS[state]}</Badge>}
        summary={text.received(formatMoment(entry.receivedAt, timeZone))}
        log={<ActivityLink kind="form_entry" id={entry.id} />}
        neighbours={{ previous: pathOf(neighbours.previous), next: pathOf(neighbours.next) }}
        actions={
          <>
            {may('inbox.write') && state !== 'spam' && (
              <Button onPress={() => void mark('spam')} isDisabled={isPending}>
                {text.mark.spam}
              </Button>
            )}
            {may('inbox.write') && (
              <Button
                icon={state === 'open' ? 'tick' : 'mail'}
                onPress={() => void mark(state === 'open' ? 'handled' : 'open')}
                isPending={isPending}
              >
                {state === 'open' ? text.mark.handled : text.mark.open}
              </Button>
            )}
            {email !== null && (
              <a className="act act-primary" href={replyAddress(email, text.replySubject(form), answers)}>
                <OfficeIcon name="mail" />
                {text.reply}
              </a>
            )}
          </>
        }
      />
      <div className="panel-columns">
        <div className="stack">
          <section className="panel" aria-labelledby="entry-answers">
            <div className="panel-head">
              <h2 id="entry-answers">{text.answers}</h2>
            </div>
            <dl className="panel-body facts">
              {answers.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd className="inbox-answer">{value === '' ? <span className="text-muted">{text.empty}</span> : value}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section className="panel" aria-labelledby="entry-history">
            <div className="panel-head">
              <h2 id="entry-history">{text.history}</h2>
            </div>
            <Timeline entries={timelineOf(entry)} timeZone={timeZone} />
          </section>
        </div>
        <div className="stack">
          <section className="panel" aria-labelledby="entry-details">
            <div className="panel-head">
              <h2 id="entry-details">{text.details}</h2>
            </div>
            <div className="panel-body">
              <dl className="facts">
                <div>
                  <dt>{text.page}</dt>
                  <dd>{may('pages.read') ? <Link to={`/pages/${page.id}`}>{page.title}</Link> : page.title}</dd>
                </div>
                <div>
                  <dt>{text.columns.form}</dt>
                  <dd>{text.formName(form)}</dd>
                </div>
                <div>
                  <dt>{text.market}</dt>
                  <dd>{market}</dd>
                </div>
                {others > 0 && email !== null && (
                  <div>
                    <dt>{text.sender}</dt>
                    <dd>
                      <Link to={`/inbox?${new URLSearchParams({ q: email })}`}>{text.others(others)}</Link>
                    </dd>
                  </div>
                )}
              </dl>
              <p className="text-muted small">{text.kept}</p>
            </div>
          </section>
          <section className="panel" aria-labelledby="entry-note">
            <div className="panel-head">
              <h2 id="entry-note">{text.notes}</h2>
            </div>
            <div className="panel-body">
              {may('inbox.write') ? <NoteForm key={`${id} ${entry.note}`} entry={entry} onSaved={reload} /> : <p>{entry.note}</p>}
            </div>
          </section>
        </div>
      </div>
    </div>
  );
}
