import { type FocusEvent, type ToggleEvent, useRef } from 'react';
import { Icon } from './Icon.tsx';
import { uiMessages } from './messages.ts';
import type { NavLink } from './navigation.ts';
import { SiteLink } from './SiteLink.tsx';

export interface MenuGroup {
  readonly title: string;
  readonly links: readonly NavLink[];
}

/** Menu of small screens. A native popover, so that it opens without JavaScript. Closes when a link is followed. */
export function MenuSheet({ groups }: { groups: readonly MenuGroup[] }) {
  const sheet = useRef<HTMLElement>(null);
  const close = () => sheet.current?.hidePopover();
  // The sheet covers the page: opening moves the focus into it, and it closes when the focus leaves it.
  const handleToggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    if (newState === 'open') currentTarget.querySelector('button')?.focus();
  };
  const handleBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
  };
  return (
    <>
      <button type="button" className="icon-button menu-button" popoverTarget="menu" aria-label={uiMessages.menu}>
        <Icon name="menu" />
      </button>
      <nav id="menu" popover="auto" className="menu" aria-label={uiMessages.menu} ref={sheet} onToggle={handleToggle} onBlur={handleBlur}>
        <button
          type="button"
          className="icon-button menu-close"
          popoverTarget="menu"
          popoverTargetAction="hide"
          aria-label={uiMessages.closeMenu}
        >
          <Icon name="close" />
        </button>
        {groups.map((group) => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            <ul>
              {group.links.map((link) => (
                <li key={link.to}>
                  <SiteLink link={link} onClick={close} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  );
}
