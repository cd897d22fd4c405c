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
  const trail: Breadcrumb[] = [];
  const note = (category: string, message: string, metadata: Breadcrumb['metadata'] = {}): void => {
    trail.push({ category, message, metadata, timestamp: new Date().toISOString() });
    if (trail.length > LIMITS.breadcrumbs) trail.shift();
  };

  document.addEventListener(
    'click',
    ({ target }) => {
      const name = nameOf(target);
      if (name !== '') note('ui.click', name);
    },
    { capture: true, passive: true },
  );

  let shown = location.pathname;
  const moved = (): void => {
    if (location.pathname === shown) return;
    note('navigation', 'Page changed', { from: shown, to: location.pathname });
    shown = location.pathname;
  };

  const plainFetch = window.fetch;
  window.fetch = async (input, init) => {
    moved();
    const path = pathOf(input instanceof Request ? input.url : String(input));
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    try {
      const answer = await plainFetch(input, init);
      note('request', `${method} ${path}`, { status: answer.status });
      return answer;
    } catch (error) {
      note('request', `${method} ${path}`, { status: 'no response' });
      throw error;
    }
  };

  for (const level of ['warn', 'error'] as const) {
    const plain = console[level];
    console[level] = (...given: unknown[]) => {
      note(
        'log',
        given
          .map((each) => (each instanceof Error ? each.message : String(each)))
          .join(' ')
          .slice(0, 300),
        { level },
      );
      plain.apply(console, given);
    };
  }

  return () => {
    moved();
    return [...trail];
  };
}
