/** Leads between the screens of one area. */
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';

export interface ScreenTabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
}

export function ScreenTabs({ label, tabs }: ScreenTabsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // Phones show a part of the tabs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another tab
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-current]');
    if (list.current && tab instanceof HTMLElement)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav className="screen-tabs" aria-label={label}>
      <ul ref={list}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink className="screen-tab" to={tab.to} end>
              {tab.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
