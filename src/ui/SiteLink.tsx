import { Link } from 'react-router';
import type { NavLink } from './navigation.ts';

/** Client-side link within the site. Ordinary link for other sites and phone numbers. */
export function SiteLink({ link, className, onClick }: { link: NavLink; className?: string; onClick?: () => void }) {
  if (!link.to.startsWith('/')) {
    return (
      <a className={className} onClick={onClick} href={link.to} aria-current={link.current || undefined}>
        {link.label}
      </a>
    );
  }
  return (
    <Link className={className} onClick={onClick} to={link.to} prefetch="intent" viewTransition aria-current={link.current || undefined}>
      {link.label}
    </Link>
  );
}
