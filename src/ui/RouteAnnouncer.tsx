import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Says the title of a page that was reached without loading a document, as a browser would have. */
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
    <p className="vh" aria-live="polite">
      {title}
    </p>
  );
}
