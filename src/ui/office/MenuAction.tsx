/** An item of a menu with an icon. Typing its first letters finds it. */
import { MenuItem, type MenuItemProps } from 'react-aria-components';
import { OfficeIcon, type OfficeIconName } from './OfficeIcon.tsx';

export interface MenuActionProps extends Pick<MenuItemProps, 'id' | 'href' | 'target'> {
  readonly icon: OfficeIconName;
  readonly label: string;
  readonly isDanger?: boolean | undefined;
}

export function MenuAction({ icon, label, isDanger = false, ...props }: MenuActionProps) {
  return (
    <MenuItem {...props} className={isDanger ? 'menu-item is-danger' : 'menu-item'} textValue={label}>
      <OfficeIcon name={icon} />
      {label}
    </MenuItem>
  );
}
