/** The frame of the office: rail, top bar and the screen. On phones and tablets the rail is a sheet. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  Button as AriaButton,
  Dialog,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Modal,
  ModalOverlay,
  Popover,
} from 'react-aria-components';
import { NavLink, useLocation } from 'react-router';
import { Brand } from './Brand.tsx';
import { IconButton } from './Button.tsx';
import { useIsLiveLost } from './live.ts';
import { MenuAction } from './MenuAction.tsx';
import { officeMessages } from './messages.ts';
import { OfficeIcon, type OfficeIconName } from './OfficeIcon.tsx';
import { applyTheme, readTheme, THEMES, type Theme } from './theme.ts';
import { useLostFocus } from './use-lost-focus.ts';

export interface RailItem {
  readonly to: string;
  readonly label: string;
  readonly icon: OfficeIconName;
  /** Work that waits there. */
  readonly count?: number | undefined;
}

export interface OfficeShellProps {
  readonly shopName: string;
  readonly person: { readonly name: string; readonly email: string };
  /** Groups of the rail that the person may open. */
  readonly groups: readonly (readonly RailItem[])[];
  readonly onSearch: () => void;
  readonly onSignOut: () => void;
  /** Where the person's own account is. */
  readonly onAccount?: (() => void) | undefined;
  readonly accountLabel: string;
  readonly children: ReactNode;
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase();

function Rail({ groups, onFollow }: Pick<OfficeShellProps, 'groups'> & { readonly onFollow?: () => void }) {
  return (
    <nav className="office-rail" aria-label={officeMessages.navigation}>
      {groups.map((group) => (
        <ul key={group[0]?.to} className="rail-group">
          {group.map(({ to, label, icon, count }) => (
            <li key={to}>
              <NavLink className="rail-link" to={to} end={to === '/'} {...(onFollow ? { onClick: onFollow } : {})}>
                <OfficeIcon name={icon} />
                {label}
                {count !== undefined && count > 0 && <span className="rail-count num">{count.toLocaleString('en-AU')}</span>}
              </NavLink>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

function PersonMenu({
  person,
  onSignOut,
  onAccount,
  accountLabel,
}: Pick<OfficeShellProps, 'person' | 'onSignOut' | 'onAccount' | 'accountLabel'>) {
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    // The palette changes the theme too.
    <MenuTrigger onOpenChange={(isOpen) => isOpen && setTheme(readTheme())}>
      <AriaButton className="bar-person" aria-label={officeMessages.account(person.name)}>
        <span className="avatar" aria-hidden="true">
          {initialsOf(person.name)}
        </span>
        <span>{person.name}</span>
      </AriaButton>
      <Popover className="menu" placement="bottom end">
        <Menu
          aria-label={officeMessages.account(person.name)}
          onAction={(key) => {
            if (key === 'sign-out') onSignOut();
            if (key === 'account') onAccount?.();
          }}
        >
          <MenuSection>
            <Header className="menu-heading">{person.email}</Header>
            {onAccount && <MenuAction id="account" icon="person" label={accountLabel} />}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[theme]}
            onSelectionChange={(keys) => {
              const chosen = THEMES.find((one) => keys !== 'all' && keys.has(one));
              if (!chosen) return;
              applyTheme(chosen);
              setTheme(chosen);
            }}
          >
            <Header className="menu-heading">{officeMessages.theme}</Header>
            {THEMES.map((one) => (
              <MenuItem key={one} id={one} className="menu-item" textValue={officeMessages.themes[one]}>
                {({ isSelected }) => (
                  <>
                    <span className={isSelected ? 'menu-tick is-on' : 'menu-tick'}>{isSelected && <OfficeIcon name="tick" />}</span>
                    {officeMessages.themes[one]}
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuAction id="sign-out" icon="external" label={officeMessages.signOut} />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Moves the focus to the screen after a navigation, so that the next Tab is in it. */
function useScreenFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = '';
    main.current?.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

export function OfficeShell(props: OfficeShellProps) {
  const { shopName, groups, onSearch, children } = props;
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const main = useScreenFocus();
  useLostFocus(main);
  const isLost = useIsLiveLost();
  return (
    <div className="office">
      <a className="skip" href="#main">
        {officeMessages.skip}
      </a>
      <header className="office-top">
        <Brand shopName={shopName} />
        <div className="office-bar">
          <span className="rail-open">
            <IconButton icon="menu" label={officeMessages.openMenu} onPress={() => setIsMenuOpen(true)} />
          </span>
          <AriaButton className="bar-search" onPress={onSearch}>
            <OfficeIcon name="search" />
            <span>{officeMessages.search}</span>
            <span className="bar-key" aria-hidden="true">
              {/Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? officeMessages.searchShortcut.mac : officeMessages.searchShortcut.other}
            </span>
          </AriaButton>
          <div className="bar-end">
            <PersonMenu person={props.person} onSignOut={props.onSignOut} onAccount={props.onAccount} accountLabel={props.accountLabel} />
          </div>
        </div>
      </header>
      <Rail groups={groups} />
      <main id="main" className="office-main" ref={main} tabIndex={-1}>
        {isLost && (
          <p className="office-banner" role="status">
            {officeMessages.reconnecting}
          </p>
        )}
        {children}
      </main>
      <ModalOverlay className="sheet-veil" isOpen={isMenuOpen} onOpenChange={setIsMenuOpen} isDismissable>
        <Modal className="rail-sheet">
          <Dialog aria-label={officeMessages.navigation}>
            <Brand shopName={shopName} />
            <Rail groups={groups} onFollow={() => setIsMenuOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  );
}
