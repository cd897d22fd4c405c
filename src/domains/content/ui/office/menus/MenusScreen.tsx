/** The menus of a site: header, menu button and footer, edited together and saved at once or for a later moment. */
import { useState } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { Link, useLoaderData } from 'react-router';
import type { MenusView } from '#domains/content/menu-office-contract.ts';
import { MENU_LABELS, menuMessages as text } from '#domains/content/messages/office-menus.ts';
import { MENU_NAMES, MENUS } from '#domains/settings/model/groups/menus.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog } from '#ui/office/Dialog.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { DateField } from '#ui/office/form/DateField.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import { MenuAction } from '#ui/office/MenuAction.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { type loadMenus, menuCalls } from './load-menus.ts';
import { linksOf, MenuHistory } from './MenuHistory.tsx';
import { MenuPanel } from './MenuPanel.tsx';
import { chooseMenuFile, exportMenus, menusInFile } from './menu-file.ts';
import { type MenuEditor, useMenus } from './use-menus.ts';
import '../page-fields.css';
import '../pages.css';
import './menus.css';

interface PartProps {
  readonly editor: MenuEditor;
}

/** History, export, import and defaults. */
function MoreMenu({ editor, onHistory }: PartProps & { readonly onHistory: () => void }) {
  const { view } = editor;
  const fill = (content: string): void => {
    const menus = menusInFile(content, view.site);
    if (menus) {
      editor.fill(menus);
      toastDone(text.importDone);
    } else toastFailed(text.importWrong);
  };
  const items = [
    { id: 'history', icon: 'note', label: text.history, run: onHistory, isShown: true },
    { id: 'export', icon: 'download', label: text.export, run: () => exportMenus(view), isShown: true },
    { id: 'import', icon: 'imports', label: text.import, run: () => chooseMenuFile(fill), isShown: view.canChange },
    { id: 'defaults', icon: 'refresh', label: text.toDefault, run: () => editor.fill(MENUS.schema.parse({})), isShown: view.canChange },
  ] as const;
  return (
    <MenuTrigger>
      <Button icon="more">{text.more}</Button>
      <Popover className="menu" placement="bottom end">
        <Menu onAction={(key) => items.find(({ id }) => id === key)?.run()}>
          {items
            .filter(({ isShown }) => isShown)
            .map(({ id, icon, label }) => (
              <MenuAction key={id} id={id} icon={icon} label={label} />
            ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Opens the site with the menus of the screen. */
function PreviewButton({ editor }: PartProps) {
  const [url, setUrl] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const open = async (): Promise<void> => {
    setIsPending(true);
    const made = await menuCalls.previewMenus({ site: editor.view.site, value: editor.draft });
    setIsPending(false);
    if (made.ok) setUrl(made.value.url);
    else toastFailed(made.title);
  };
  return (
    <>
      <Button icon="external" onPress={() => void open()} isPending={isPending}>
        {text.preview}
      </Button>
      <Dialog title={text.preview} isOpen={url !== null} onClose={() => setUrl(null)}>
        <p>{text.previewHint}</p>
        <p>
          <a className="link" href={url ?? ''} target="_blank" rel="noreferrer">
            {text.previewOpen}
          </a>
        </p>
      </Dialog>
    </>
  );
}

/** When the menus hold, why, and the buttons. */
function SaveBar({ editor }: PartProps) {
  const { changed, isDirty, isPending, isLater, view } = editor;
  return (
    <div className={isDirty ? 'panel menu-save is-dirty' : 'panel menu-save'}>
      <div className="panel-body stack">
        <div className="menu-save-fields">
          <Checkbox isSelected={isLater} onChange={editor.setIsLater}>
            {text.later}
          </Checkbox>
          {isLater && (
            <DateField label={text.when} hint={text.laterHint(view.timeZone)} hasTime value={editor.from} onChange={editor.setFrom} />
          )}
          <TextField label={text.note} hint={text.noteHint} isOptional value={editor.note} onChange={editor.setNote} maxLength={200} />
        </div>
        {editor.alsoChanged.length > 0 && <p className="notice">{text.alsoChanges(editor.alsoChanged)}</p>}
        <FormError error={editor.error} />
        <div className="act-row menu-save-end">
          <span className="text-muted small" aria-live="polite">
            {isDirty ? text.changed(changed.map((name) => MENU_LABELS[name].label)) : text.unchanged}
          </span>
          <Button onPress={editor.discard} isDisabled={!isDirty || isPending}>
            {text.discard}
          </Button>
          <Button tone="primary" onPress={editor.save} isDisabled={!isDirty || editor.issues.length > 0} isPending={isPending}>
            {isLater ? text.schedule : text.save}
          </Button>
        </div>
      </div>
    </div>
  );
}

function MenusPage({ loaded }: { readonly loaded: MenusView }) {
  const editor = useMenus(loaded);
  const { view, conflict, problemCount } = editor;
  const [isHistory, setIsHistory] = useState(false);
  return (
    <div className="screen">
      <PageHeader
        title={text.title}
        parent={{ label: text.back, to: '/pages' }}
        summary={view.canChange ? text.summary : text.readOnly}
        actions={
          <>
            <MoreMenu editor={editor} onHistory={() => setIsHistory(true)} />
            {view.canChange && <PreviewButton editor={editor} />}
          </>
        }
      />
      {view.sites.length > 1 && (
        <nav className="screen-tabs" aria-label={text.sites}>
          <ul>
            {view.sites.map(({ id, name }) => (
              <li key={id}>
                <Link className="screen-tab" to={`/menus/${id}`} aria-current={id === view.site ? 'page' : undefined}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {problemCount > 0 && (
        <p className="notice notice-wait" role="status">
          <OfficeIcon name="warning" />
          {text.problems(problemCount)}
        </p>
      )}
      <div className="menu-panels">
        {MENU_NAMES.map((name) => (
          <MenuPanel key={name} name={name} editor={editor} isReadOnly={!view.canChange} />
        ))}
      </div>
      {view.canChange && (
        <>
          <p className="text-muted small menu-keys">{text.keyboard}</p>
          <SaveBar editor={editor} />
        </>
      )}
      {isHistory && (
        <MenuHistory
          view={view}
          onClose={() => setIsHistory(false)}
          onChanged={(next) => {
            setIsHistory(false);
            editor.adopt(next);
          }}
        />
      )}
      <ConflictDialog
        title={conflict?.title ?? null}
        fields={editor.changed.map((name) => ({
          label: MENU_LABELS[name].label,
          theirs: linksOf(conflict?.current.value ?? view.value, name, view),
          yours: linksOf(editor.draft, name, view),
        }))}
        onKeepTheirs={editor.keepTheirs}
        onKeepYours={editor.keepYours}
        isPending={editor.isPending}
      />
      <UnsavedGuard isDirty={editor.isDirty} />
    </div>
  );
}

export function MenusScreen() {
  const loaded = useLoaderData<typeof loadMenus>();
  return <MenusPage key={loaded.site} loaded={loaded} />;
}
