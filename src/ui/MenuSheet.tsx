import { type FocusEvent, type ToggleEvent, useRef } from 'react';
import { CachedFragment } from './CachedFragment.tsx';
import { Icon } from './Icon.tsx';
import type { NavLink } from './navigation.ts';
import { SiteLink } from './SiteLink.tsx';

export interface MenuGroup {
  readonly title: string;
  readonly links: readonly NavLink[];
}

/** The menu of small screens: a native popover, so that it opens without JavaScript too; a link taken closes it. `of` is what its links follow from. */
export function MenuSheet({ of, groups }: { of: object; groups: readonly MenuGroup[] }) {
  const sheet = useRef<HTMLElement>(null);
  const here = groups.flatMap(({ links }) => links.filter(({ current }) => current)).map(({ to }) => to);
  const close = () => sheet.current?.hidePopover();
  // The sheet covers everything: the focus goes into it, and where it goes on to what lies below the sheet goes.
  const opened = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    if (newState === 'open') currentTarget.querySelector('button')?.focus();
  };
  const left = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
  };
  return (
    <>
      <button type="button" className="icon-btn menu-btn" popoverTarget="menu" aria-label="Menu">
        <Icon name="menu" />
      </button>
      <CachedFragment
        as="nav"
        of={of}
        variant={`menu ${here}`}
        id="menu"
        popover="auto"
        className="menu"
        aria-label="Menu"
        ref={sheet}
        onToggle={opened}
        onBlur={left}
      >
        <button type="button" className="icon-btn menu-close" popoverTarget="menu" popoverTargetAction="hide" aria-label="Close menu">
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
      </CachedFragment>
    </>
  );
}
