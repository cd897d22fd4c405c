/** Records the last steps of a page as breadcrumbs, without typed text [ERR-3]. */

import { LIMITS } from '../model/limits.ts';
import type { Breadcrumb } from '../model/notice.ts';

const pathOf = (address: string): string => new URL(address, location.href).pathname;

/** Describes a button or link by role and position, never by the content of a field. */
function nameOf(target: EventTarget | null): string {
  const element = target instanceof Element ? target.closest('a, button, summary, input, select, textarea') : null;
  if (!element) return '';
  const own = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? '';
  return `${element.tagName.toLowerCase()}${element.classList[0] ? `.${element.classList[0]}` : ''}${own ? ` “${own.slice(0, 60)}”` : ''}`;
}

/** Starts recording. Returns a function that returns the breadcrumbs, oldest first. */
export function startBreadcrumbs(): () => readonly Breadcrumb[] {
  const breadcrumbs: Breadcrumb[] = [];
  const note = (category: string, message: string, metadata: Breadcrumb['metadata'] = {}): void => {
    breadcrumbs.push({ category, message, metadata, timestamp: new Date().toISOString() });
    if (breadcrumbs.length > LIMITS.breadcrumbs) breadcrumbs.shift();
  };

  document.addEventListener(
    'click',
    ({ target }) => {
      const name = nameOf(target);
      if (name !== '') note('ui.click', name);
    },
    { capture: true, passive: true },
  );

  let lastPath = location.pathname;
  const moved = (): void => {
    if (location.pathname === lastPath) return;
    note('navigation', 'Page changed', { from: lastPath, to: location.pathname });
    lastPath = location.pathname;
  };

  const plainFetch = window.fetch;
  window.fetch = async (input, init) => {
    moved();
    const path = pathOf(input instanceof Request ? input.url : String(input));
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    try {
      const response = await plainFetch(input, init);
      note('request', `${method} ${path}`, { status: response.status });
      return response;
    } catch (error) {
      note('request', `${method} ${path}`, { status: 'no response' });
      throw error;
    }
  };

  for (const level of ['warn', 'error'] as const) {
    const plain = console[level];
    console[level] = (...args: unknown[]) => {
      note(
        'log',
        args
          .map((each) => (each instanceof Error ? each.message : String(each)))
          .join(' ')
          .slice(0, 300),
        { level },
      );
      plain.apply(console, args);
    };
  }

  return () => {
    moved();
    return [...breadcrumbs];
  };
}
