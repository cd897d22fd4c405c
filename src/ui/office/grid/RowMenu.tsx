/** The actions of a row behind a button. */
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { IconButton } from '../Button.tsx';
import { gridMessages } from '../messages.ts';

export interface RowAction {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
  readonly isDanger?: boolean;
}

/** @param props.name name of the row for screen readers */
export function RowMenu({ name, actions }: { readonly name: string; readonly actions: readonly RowAction[] }) {
  return (
    <MenuTrigger>
      <IconButton icon="more" label={gridMessages.rowActions(name)} />
      <Popover className="menu" placement="bottom end">
        <Menu aria-label={gridMessages.rowActions(name)} onAction={(chosen) => actions.find(({ id }) => id === chosen)?.run()}>
          {actions.map(({ id, label, isDanger = false }) => (
            <MenuItem key={id} id={id} className={isDanger ? 'menu-item is-danger' : 'menu-item'}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
