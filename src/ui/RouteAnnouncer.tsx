import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Announces the title of a page after a navigation without a document load, as browsers do for documents. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = '';
    setTitle(document.title);
  }, [pathname]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  );
}
