import { uiMessages } from './messages.ts';
import type { NavLink } from './navigation.ts';
import { SiteLink } from './SiteLink.tsx';

/** Breadcrumbs from the home page to this page. */
export function Breadcrumbs({ breadcrumbs }: { breadcrumbs: readonly NavLink[] }) {
  return (
    <nav aria-label={uiMessages.breadcrumbs}>
      <ol className="breadcrumbs small">
        {breadcrumbs.map((link) => (
          <li key={link.to}>
            <SiteLink link={link} />
          </li>
        ))}
      </ol>
    </nav>
  );
}
