/** The views of a list as tabs, and what saves, changes and deletes one's own. */
import { type FormEvent, useState } from 'react';
import { Checkbox, Input, Label, Menu, MenuItem, MenuTrigger, Popover, TextField } from 'react-aria-components';
import { Button, IconButton } from '../Button.tsx';
import { ConfirmDialog, Dialog, DialogEnd } from '../Dialog.tsx';
import { gridMessages, officeMessages } from '../messages.ts';
import { OfficeIcon } from '../OfficeIcon.tsx';
import { type GridState, isSameView } from './grid-state.ts';
import type { GridView } from './grid-types.ts';

export interface GridViewsProps {
  readonly label: string;
  readonly views: readonly GridView[];
  readonly state: GridState;
  readonly onChoose: (view: GridView) => void;
  /** Saves the state as a view. @returns why it could not be saved */
  readonly onSave: ((name: string, isShared: boolean) => Promise<string | null>) | undefined;
  readonly onUpdate: ((view: GridView) => void) | undefined;
  readonly onDelete: ((view: GridView) => void) | undefined;
}

function SaveViewDialog({
  isOpen,
  onClose,
  onSave,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSave: NonNullable<GridViewsProps['onSave']>;
}) {
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsPending(true);
    const failure = await onSave(name.trim(), isShared);
    setIsPending(false);
    setError(failure);
    if (failure === null) {
      setName('');
      onClose();
    }
  };
  return (
    <Dialog title={gridMessages.saveView} isOpen={isOpen} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <TextField className="entry" value={name} onChange={setName} isRequired autoFocus maxLength={60} isInvalid={error !== null}>
          <Label className="entry-label">{gridMessages.viewName}</Label>
          <Input className="entry-input" />
          {error !== null && <p className="entry-error">{error}</p>}
        </TextField>
        <Checkbox className="tick" isSelected={isShared} onChange={setIsShared}>
          <span className="tick-box">
            <OfficeIcon name="tick" />
          </span>
          {gridMessages.viewShared}
        </Checkbox>
        <DialogEnd>
          <Button onPress={onClose}>{officeMessages.cancel}</Button>
          <Button tone="primary" type="submit" isPending={isPending} isDisabled={name.trim() === ''}>
            {gridMessages.saveView}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

export function GridViews({ label, views, state, onChoose, onSave, onUpdate, onDelete }: GridViewsProps) {
  const [isSaving, setIsSaving] = useState(false);
  const [deleted, setDeleted] = useState<GridView | null>(null);
  const current = views.find(({ id }) => id === state.view) ?? views.find((view) => isSameView(view.state, state)) ?? null;
  const isChanged = current === null || !isSameView(current.state, state);
  return (
    <nav className="grid-views" aria-label={gridMessages.views(label.toLowerCase())}>
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <button type="button" className="grid-view" aria-current={view === current ? 'true' : undefined} onClick={() => onChoose(view)}>
              {view.name}
              {view === current && isChanged && <span className="text-muted">{` · ${gridMessages.changed.toLowerCase()}`}</span>}
            </button>
          </li>
        ))}
      </ul>
      {current && !current.isBuiltIn && current.isOwn && onDelete && (
        <MenuTrigger>
          <IconButton icon="more" label={gridMessages.viewActions(current.name)} />
          <Popover className="menu" placement="bottom end">
            <Menu
              onAction={(action) => {
                if (action === 'update') onUpdate?.(current);
                else setDeleted(current);
              }}
            >
              <MenuItem id="update" className="menu-item" isDisabled={!isChanged}>
                {gridMessages.updateView}
              </MenuItem>
              <MenuItem id="delete" className="menu-item is-danger">
                {gridMessages.deleteView}
              </MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {onSave && isChanged && (
        <Button tone="quiet" icon="bookmark" onPress={() => setIsSaving(true)}>
          {gridMessages.saveView}
        </Button>
      )}
      {onSave && <SaveViewDialog isOpen={isSaving} onClose={() => setIsSaving(false)} onSave={onSave} />}
      <ConfirmDialog
        title={gridMessages.deleteViewTitle(deleted?.name ?? '')}
        isOpen={deleted !== null}
        onClose={() => setDeleted(null)}
        onConfirm={() => {
          if (deleted) onDelete?.(deleted);
          setDeleted(null);
        }}
        action={gridMessages.deleteView}
        consequences={[]}
        isDanger
      />
    </nav>
  );
}
