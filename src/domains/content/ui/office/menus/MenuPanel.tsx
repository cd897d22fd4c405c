/** One menu: its heading and its links in their order, which mouse and keyboard can change. */
import { useState } from 'react';
import {
  Button as AriaButton,
  DropIndicator,
  GridList,
  GridListItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  useDragAndDrop,
} from 'react-aria-components';
import { MENU_LABELS, menuLinkMessages, menuMessages as text } from '#domains/content/messages/office-menus.ts';
import { menusFor, moveLink } from '#domains/content/model/menu-edit.ts';
import { toReadableAddress } from '#domains/content/model/readable-address.ts';
import { isPageMenu, type MenuEntry, type MenuName } from '#domains/settings/model/groups/menus.ts';
import { Button, IconButton } from '#ui/office/Button.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { MenuLinkDialog } from './MenuLinkDialog.tsx';
import type { MenuEditor } from './use-menus.ts';

export interface MenuPanelProps {
  readonly name: MenuName;
  readonly editor: MenuEditor;
  readonly isReadOnly: boolean;
}

const keyOf = ({ kind, to }: MenuEntry): string => (kind === 'pages' ? 'pages' : to);
const nameOf = ({ kind, label }: MenuEntry): string => (kind === 'pages' ? text.pagesEntry : label);
const PAGES: MenuEntry = { kind: 'pages', label: '', to: '' };

interface LinkActionsProps extends MenuPanelProps {
  readonly link: MenuEntry;
  readonly index: number;
  readonly onEdit: () => void;
  readonly onStep: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function LinkActions({ name, editor, link, index, onEdit, onStep, onRemove }: LinkActionsProps) {
  const { links } = editor.list(name);
  const targets = menusFor(link, name, editor.draft, editor.view.defaults);
  const moveTo = (to: MenuName): void => {
    editor.setLinks(
      name,
      links.filter((each) => each !== link),
    );
    editor.setLinks(to, [...editor.list(to).links, link]);
  };
  return (
    <MenuTrigger>
      <IconButton icon="more" label={text.actions(nameOf(link))} />
      <Popover className="menu" placement="bottom end">
        <Menu
          onAction={(action) => {
            if (action === 'edit') onEdit();
            if (action === 'up') onStep(-1);
            if (action === 'down') onStep(1);
            if (action === 'remove') onRemove();
            targets.filter((target) => action === `to-${target}`).forEach(moveTo);
          }}
          disabledKeys={[...(index === 0 ? ['up'] : []), ...(index === links.length - 1 ? ['down'] : [])]}
        >
          {link.kind === 'link' && (
            <MenuItem id="edit" className="menu-item">
              {text.edit}
            </MenuItem>
          )}
          <MenuItem id="up" className="menu-item">
            {text.moveUp}
          </MenuItem>
          <MenuItem id="down" className="menu-item">
            {text.moveDown}
          </MenuItem>
          {targets.map((target) => (
            <MenuItem key={target} id={`to-${target}`} className="menu-item">
              {text.moveTo(MENU_LABELS[target].label)}
            </MenuItem>
          ))}
          <MenuItem id="remove" className="menu-item is-danger">
            {text.remove}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

export function MenuPanel({ name, editor, isReadOnly }: MenuPanelProps) {
  const { title, links } = editor.list(name);
  const [edited, setEdited] = useState<MenuEntry | 'new' | null>(null);
  const usual = editor.view.defaults[name].title;
  const { label, hint } = MENU_LABELS[name];
  const issues = editor.issues.filter((issue) => issue.name === name && issue.index === null);
  const { dragAndDropHooks } = useDragAndDrop({
    renderDropIndicator: (target) => <DropIndicator target={target} className="outline-drop" />,
    isDisabled: isReadOnly,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const [key] = keys;
      const from = links.findIndex((link) => keyOf(link) === key);
      const to = links.findIndex((link) => keyOf(link) === target.key) + (target.dropPosition === 'after' ? 1 : 0);
      editor.setLinks(name, moveLink(links, from, to));
    },
  });
  const step = (index: number, by: -1 | 1): void => {
    const to = index + by;
    // A place is counted in the list as it is before the move.
    if (to >= 0 && to < links.length) editor.setLinks(name, moveLink(links, index, by === 1 ? to + 1 : to));
  };
  const remove = (index: number): void => {
    const removed = links[index];
    if (!removed) return;
    const before = links;
    editor.setLinks(
      name,
      links.filter((link) => link !== removed),
    );
    toastDone(text.removed(nameOf(removed)), () => editor.setLinks(name, before));
  };
  return (
    <section className="panel" aria-labelledby={`menu-${name}`}>
      <div className="panel-head">
        <h2 id={`menu-${name}`}>{label}</h2>
      </div>
      <div className="panel-body menu-panel">
        <p className="text-muted small">{hint}</p>
        {usual !== '' && (
          <TextField
            label={text.heading}
            hint={text.headingHint(usual)}
            value={title}
            onChange={(value) => editor.setList(name, { title: value, links })}
            isReadOnly={isReadOnly}
            maxLength={30}
          />
        )}
        <div
          onKeyDownCapture={(event) => {
            const row = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'row' ? event.target : null;
            const index = links.findIndex((link) => keyOf(link) === row?.dataset.key);
            if (isReadOnly || index === -1) return;
            const by = event.altKey && event.key === 'ArrowUp' ? -1 : event.altKey && event.key === 'ArrowDown' ? 1 : null;
            if (by !== null) step(index, by);
            else if (event.key === 'Delete') remove(index);
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        >
          <GridList
            aria-label={text.links(label)}
            className="menu-links"
            items={links.map((link) => ({ key: keyOf(link), link }))}
            dependencies={[editor, isReadOnly]}
            dragAndDropHooks={dragAndDropHooks}
            renderEmptyState={() => <p className="text-muted small">{text.noLinks}</p>}
          >
            {({ key, link }) => {
              const index = links.findIndex((each) => keyOf(each) === key);
              const note = link.kind === 'link' ? editor.noteOf(link.to) : null;
              return (
                <GridListItem id={key} textValue={nameOf(link)} className="menu-link">
                  {!isReadOnly && (
                    <AriaButton slot="drag" className="menu-grip" aria-label={text.drag(nameOf(link))}>
                      <OfficeIcon name="menu" />
                    </AriaButton>
                  )}
                  <span className="cell-two">
                    <span>{nameOf(link)}</span>
                    <span className="text-muted small">
                      {link.kind === 'pages' ? text.pagesList(editor.view.pages[name]) : toReadableAddress(link.to)}
                    </span>
                    {note && <span className="alert small">{note}</span>}
                  </span>
                  {!isReadOnly && (
                    <LinkActions
                      name={name}
                      editor={editor}
                      isReadOnly={isReadOnly}
                      link={link}
                      index={index}
                      onEdit={() => setEdited(link)}
                      onStep={(by) => step(index, by)}
                      onRemove={() => remove(index)}
                    />
                  )}
                </GridListItem>
              );
            }}
          </GridList>
        </div>
        {issues.map(({ message }) => (
          <FormError key={message} error={message} />
        ))}
        {!isReadOnly && (
          <div className="act-row">
            <Button icon="plus" aria-label={text.addTo(label)} onPress={() => setEdited('new')}>
              {text.addLink}
            </Button>
            {isPageMenu(name) && !links.some(({ kind }) => kind === 'pages') && (
              <Button icon="pages" onPress={() => editor.setLinks(name, [...links, PAGES])}>
                {text.addPages}
              </Button>
            )}
          </div>
        )}
      </div>
      {edited !== null && (
        <MenuLinkDialog
          title={edited === 'new' ? menuLinkMessages.add(label) : menuLinkMessages.edit}
          site={editor.view.site}
          link={edited === 'new' ? null : edited}
          taken={links.filter((link) => link !== edited).map(({ to }) => to)}
          onClose={() => setEdited(null)}
          onUse={(link, target) => {
            editor.remember(target);
            editor.setLinks(name, edited === 'new' ? [...links, link] : links.map((each) => (each === edited ? link : each)));
            setEdited(null);
          }}
        />
      )}
    </section>
  );
}
