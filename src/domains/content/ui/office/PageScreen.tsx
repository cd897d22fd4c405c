/** The editor of a page: its parts, the form of the chosen one, and the page as visitors see it. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useLoaderData, useNavigate } from 'react-router';
import { PAGE_STATE_LABELS, pageListMessages, publishMessages, pageEditorMessages as text } from '#domains/content/messages/office.ts';
import { BLOCK_LABELS } from '#domains/content/messages/office-fields.ts';
import { pageHistoryMessages } from '#domains/content/messages/page-history.ts';
import { pageScheduleMessages } from '#domains/content/messages/page-schedule.ts';
import { diffPages } from '#domains/content/model/page-diff.ts';
import { draftText, type PageIssue } from '#domains/content/model/page-draft.ts';
import { TEMPLATE_NAMES } from '#domains/content/model/templates.ts';
import type { OfficePage } from '#domains/content/office-contract.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { SchemaFields } from '#ui/office/form/SchemaFields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import { formatMoment, formatRelative } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { BlockOutline } from './BlockOutline.tsx';
import { formOfBlock, typeOfBlock } from './blocks-of.ts';
import { placeOfDifference } from './Differences.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { IssueList } from './IssueList.tsx';
import type { loadPage } from './load-pages.ts';
import { NewPageDialog } from './NewPageDialog.tsx';
import { PagePreview } from './PagePreview.tsx';
import { laterStart, PublishDialog } from './PublishDialog.tsx';
import { pageCalls } from './page-calls.ts';
import { STATE_TONES } from './page-list-spec.tsx';
import { SECTIONS, sectionOf } from './page-sections.ts';
import { ScheduleNotice, unschedule } from './ScheduleNotice.tsx';
import { PAGE_FIELDS } from './special-fields.tsx';
import { TakeDownDialog } from './TakeDownDialog.tsx';
import { useBlocks } from './use-blocks.ts';
import { useLivePage } from './use-live-page.ts';
import { isScheduled, usePageDraft } from './use-page-draft.ts';
import { VersionsDialog } from './VersionsDialog.tsx';
import './page-fields.css';
import './pages.css';

type OpenDialog = 'publish' | 'history' | 'versions' | 'discard' | 'copy' | 'down' | 'archive' | null;

/** Differences that the conflict dialog lists. */
const MAX_CONFLICTS = 8;

/** Each page has a screen of its own: nothing of one is taken along to the next. */
export function PageScreen() {
  const page = useLoaderData<typeof loadPage>();
  return <PageEditor key={page.id} loaded={page} />;
}

function PageEditor({ loaded }: { readonly loaded: OfficePage }) {
  const [page, setPage] = useState(loaded);
  const navigate = useNavigate();
  const may = useMay();
  const draft = usePageDraft(loaded, setPage);
  const { record, issues, conflict } = draft;
  const blocks = useBlocks(record, draft.change);
  const [chosen, setChosen] = useState('details');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [view, setView] = useState<'edit' | 'preview'>('edit');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const mayChange = page.canEdit && may('pages.write');
  const isWaiting = isScheduled(page);
  // What is scheduled is published as it was shown then.
  const isReadOnly = !mayChange || isWaiting;
  const template = TEMPLATE_NAMES.find((name) => name === record.template) ?? 'content';
  const title = draftText(record, 'title') || pageListMessages.untitled;
  const hasDraft = draft.seen.revision > 0 || draft.state !== 'saved';
  const context = useMemo(() => ({ texts: PAGE_FIELDS, issues, timeZone: page.timeZone, isReadOnly }), [issues, page.timeZone, isReadOnly]);
  const block = blocks.items.find(({ key }) => key === chosen);
  const sections = SECTIONS.filter(({ templates }) => templates === null || templates.includes(template));
  const section = sections.find(({ key }) => key === chosen) ?? sections[0];
  const blockForm = block ? formOfBlock(typeOfBlock(block.block)) : null;
  const index = blocks.items.findIndex(({ key }) => key === chosen);

  // A block that was chosen in the list of parts brings its form to the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the chosen part
  useEffect(() => {
    form.current?.scrollTo({ top: 0 });
  }, [chosen]);

  const take = (next: OfficePage): void => {
    setPage(next);
    draft.take(next);
  };
  useLivePage(page.id, { isPaused: dialog !== null, scheduled: page.scheduled, draft, take });
  const show = (issue: PageIssue): void => {
    setDialog(null);
    setView('edit');
    const [first, at] = issue.path;
    const wanted = first === 'blocks' && typeof at === 'number' ? blocks.items[at]?.key : sectionOf(String(first ?? ''));
    setChosen(wanted ?? 'details');
    // The field is drawn first.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], input, textarea')?.focus(), 60);
  };
  const restore = async (version: number, restored: number): Promise<void> => {
    const done = await pageCalls.restorePage({ id: page.id, version, restored });
    if (!done.ok) return toastFailed(done.title);
    take(done.value);
    toastDone(publishMessages.undone);
  };
  const publish = async (): Promise<void> => {
    setIsPending(true);
    setError(null);
    if (await draft.flush()) {
      const before = page.version;
      const done = await pageCalls.publishPage({ id: page.id, ...draft.currentSeen() });
      if (done.ok) {
        const { version, scheduled } = done.value;
        const start = laterStart(record);
        const text = start === null ? publishMessages.done(title) : publishMessages.scheduled(title, formatMoment(start, page.timeZone));
        const takeBack = async (): Promise<void> => {
          const next = await unschedule(done.value);
          if (next) take(next);
        };
        const undo = scheduled === null ? () => restore(version, before) : takeBack;
        toastDone(text, before === 0 ? undefined : () => void undo());
        take(done.value);
        setDialog(null);
      } else setError(done.title);
    }
    setIsPending(false);
  };
  const discard = async (): Promise<void> => {
    setIsPending(true);
    await draft.flush();
    const { revision, version } = draft.currentSeen();
    const done = await pageCalls.discardPageDraft({ id: page.id, revision });
    setIsPending(false);
    setDialog(null);
    if (!done.ok) return toastFailed(done.title);
    const undo = (): void =>
      void pageCalls.savePageDraft({ id: page.id, version, revision: 0, record: done.value.record }).then(async (saved) => {
        if (!saved.ok) return toastFailed(saved.title);
        const again = await pageCalls.page({ id: page.id });
        if (again.ok) take(again.value);
      });
    if (page.published === null) {
      toastDone(text.discarded);
      await navigate('/pages');
      return;
    }
    toastDone(text.discarded, undo);
    const again = await pageCalls.page({ id: page.id });
    if (again.ok) take(again.value);
  };

  const blocking = issues.filter(({ isBlocking }) => isBlocking);
  const status =
    draft.state === 'saving'
      ? text.saving
      : draft.state === 'failed'
        ? draft.refusal === null
          ? text.failed
          : text.refused(draft.refusal)
        : draft.state === 'unsaved'
          ? text.unsaved
          : hasDraft && draft.savedAt
            ? text.saved(formatRelative(draft.savedAt, page.timeZone))
            : page.published
              ? text.published
              : text.neverPublished;
  const canPublish = !isReadOnly && hasDraft;
  const openPublish = async (): Promise<void> => {
    setError(null);
    await draft.flush();
    setDialog('publish');
  };
  return (
    <div className={`page-editor is-${view}`}>
      <PageHeader
        title={title}
        parent={{ label: pageListMessages.title, to: listAddress('/pages') }}
        badges={
          <>
            <Badge tone={STATE_TONES[page.state]}>{PAGE_STATE_LABELS[page.state]}</Badge>
            {isWaiting && <Badge tone="info">{pageScheduleMessages.scheduled}</Badge>}
            {hasDraft && !isWaiting && page.published && <Badge tone="wait">{text.unpublishedChanges}</Badge>}
          </>
        }
        isEditor
        summary={
          <span role="status" className={draft.state === 'failed' ? 'alert' : undefined}>
            {mayChange ? status : page.canEdit ? text.readOnly : text.otherMarket}
          </span>
        }
        log={<ActivityLink kind="page" id={page.id} />}
        actions={
          <>
            <span className="view-switch">
              <Button onPress={() => setView(view === 'edit' ? 'preview' : 'edit')}>{view === 'edit' ? text.preview : text.edit}</Button>
            </span>
            {page.liveUrl && (
              <a className="act" href={page.liveUrl} target="_blank" rel="noreferrer">
                {text.view}
              </a>
            )}
            <MenuTrigger>
              <Button icon="more">{text.more}</Button>
              <Popover className="menu" placement="bottom end">
                <Menu
                  onAction={(key) =>
                    (['history', 'versions', 'copy', 'discard', 'down', 'archive'] as const).filter((one) => one === key).forEach(setDialog)
                  }
                >
                  <MenuItem id="history" className="menu-item">
                    {pageHistoryMessages.title}
                  </MenuItem>
                  {page.version > 0 && (
                    <MenuItem id="versions" className="menu-item">
                      {text.versions}
                    </MenuItem>
                  )}
                  {may('pages.write') && (
                    <MenuItem id="copy" className="menu-item">
                      {text.duplicatePage}
                    </MenuItem>
                  )}
                  {canPublish && (
                    <MenuItem id="discard" className="menu-item">
                      {text.discard}
                    </MenuItem>
                  )}
                  {mayChange && page.published && ['live', 'scheduled', 'ended'].includes(page.state) && (
                    <MenuItem id="down" className="menu-item is-danger">
                      {text.takeDown}
                    </MenuItem>
                  )}
                  {mayChange && page.published && page.state !== 'archived' && (
                    <MenuItem id="archive" className="menu-item is-danger">
                      {text.archive}
                    </MenuItem>
                  )}
                </Menu>
              </Popover>
            </MenuTrigger>
            {!isReadOnly && (
              <Button tone="primary" onPress={() => void openPublish()} isDisabled={!hasDraft}>
                {laterStart(record) === null ? text.publish : text.publishAt}
              </Button>
            )}
          </>
        }
      />
      <ScheduleNotice page={page} canTakeBack={mayChange} onTakenBack={take} />
      {page.draft && page.draft.baseVersion !== page.version && draft.seen.revision > 0 && (
        <p className="notice notice-wait">{text.outdated}</p>
      )}
      <div className="editor-columns">
        <BlockOutline
          blocks={blocks.items}
          sections={sections.map(({ key, label }) => ({ key, label: label ?? text.special[template] ?? text.details }))}
          selected={chosen}
          onSelect={setChosen}
          onMove={blocks.move}
          onAdd={(type, at) => setChosen(blocks.add(type, at))}
          onDuplicate={(key) => setChosen(blocks.duplicate(key) ?? key)}
          onRemove={(key) => {
            const removed = blocks.items.find((one) => one.key === key);
            const at = blocks.items.findIndex((one) => one.key === key);
            if (!removed) return;
            blocks.remove(key);
            setChosen(blocks.items[at + 1]?.key ?? blocks.items[at - 1]?.key ?? 'details');
            toastDone(text.removed(BLOCK_LABELS[typeOfBlock(removed.block)].label), () => {
              blocks.insert(removed, at);
              setChosen(key);
            });
          }}
          issues={issues}
          isReadOnly={isReadOnly}
          hasBlocks={template !== 'home'}
        />
        <div className="editor-form panel" ref={form}>
          {block && blockForm ? (
            <section className="form" aria-label={text.blockName(BLOCK_LABELS[typeOfBlock(block.block)].label, index + 1)}>
              <h2>{text.blockName(BLOCK_LABELS[typeOfBlock(block.block)].label, index + 1)}</h2>
              <SchemaFields
                key={block.key}
                fields={blockForm.fields}
                path={['blocks', index]}
                value={block.block}
                onChange={(changed) => blocks.change(block.key, changed)}
                context={context}
              />
            </section>
          ) : (
            section && (
              <section className="form" aria-label={section.label ?? text.special[template] ?? text.details}>
                <h2>{section.label ?? text.special[template] ?? text.details}</h2>
                <SchemaFields
                  key={section.key}
                  fields={section.fields}
                  path={[]}
                  value={record}
                  onChange={draft.change}
                  context={context}
                />
              </section>
            )
          )}
          {issues.length > 0 && !isReadOnly && (
            <section className="editor-issues" aria-label={text.issues}>
              <h2>{text.issues}</h2>
              <p className="text-muted small">
                {[
                  blocking.length > 0 ? text.toPublish(blocking.length) : '',
                  issues.length > blocking.length ? text.toLookAt(issues.length - blocking.length) : '',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
              <IssueList issues={issues} onShow={show} />
            </section>
          )}
        </div>
        <div className="editor-preview panel">
          <PagePreview page={page} title={title} revision={`${draft.seen.version}.${draft.seen.revision}`} />
        </div>
      </div>
      {dialog === 'publish' && (
        <PublishDialog
          page={page}
          record={record}
          issues={issues}
          error={error}
          isPending={isPending}
          onPublish={() => void publish()}
          onShow={show}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'history' && <HistoryDialog page={page} onVersions={() => setDialog('versions')} onClose={() => setDialog(null)} />}
      {dialog === 'versions' && (
        <VersionsDialog
          page={page}
          canRestore={mayChange}
          onClose={() => setDialog(null)}
          onRestored={(next) => {
            setDialog(null);
            take(next);
          }}
        />
      )}
      {dialog === 'copy' && <NewPageDialog copyOf={{ id: page.id, title, template }} onClose={() => setDialog(null)} />}
      {(dialog === 'down' || dialog === 'archive') && (
        <TakeDownDialog
          page={page}
          title={title}
          isArchived={dialog === 'archive'}
          onClose={() => setDialog(null)}
          onUndo={(version, restored) => void restore(version, restored)}
          onDone={(next) => {
            setDialog(null);
            take(next);
          }}
        />
      )}
      <ConfirmDialog
        title={text.discardTitle}
        isOpen={dialog === 'discard'}
        onClose={() => setDialog(null)}
        onConfirm={() => void discard()}
        action={text.discard}
        consequences={page.published ? text.discardEffects : text.discardNewEffects}
        isDanger
        isPending={isPending}
      />
      <ConflictDialog
        title={conflict?.title ?? null}
        fields={(conflict ? diffPages(conflict.theirs.draft?.record ?? conflict.theirs.published ?? {}, record) : [])
          .slice(0, MAX_CONFLICTS)
          .map((difference) => ({ label: placeOfDifference(difference), theirs: difference.before, yours: difference.after }))}
        onKeepTheirs={() => conflict && take(conflict.theirs)}
        onKeepYours={() => {
          if (conflict) setPage(conflict.theirs);
          draft.keepYours();
        }}
        isPending={false}
      />
      <UnsavedGuard isDirty={draft.state === 'failed'} />
    </div>
  );
}
