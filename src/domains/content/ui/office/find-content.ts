/** Finds pages by title and address, and redirects by their addresses, for the command palette. */
import { PAGE_STATE_LABELS, pageListMessages } from '#domains/content/messages/office.ts';
import { pageHistoryMessages as text } from '#domains/content/messages/page-history.ts';
import type { PaletteSource } from '#ui/office/CommandPalette.tsx';
import { redirectCalls } from './load-redirects.ts';
import { pageCalls } from './page-calls.ts';

const SHOWN_PAGES = 5;
const SHOWN_REDIRECTS = 3;

export const findContent =
  (open: (path: string) => void): PaletteSource =>
  async (query) => {
    const [pages, redirects] = await Promise.all([
      pageCalls.pages({ q: query, limit: SHOWN_PAGES }),
      redirectCalls.redirects({ q: query, limit: SHOWN_REDIRECTS }),
    ]);
    return [
      ...(pages.ok ? pages.value.rows : []).map(({ id, title, state }) => ({
        id: `page:${id}`,
        label: title || pageListMessages.untitled,
        detail: `${text.page} · ${PAGE_STATE_LABELS[state]}`,
        icon: 'pages' as const,
        keywords: query,
        run: () => open(`/pages/${id}`),
      })),
      ...(redirects.ok ? redirects.value.rows : []).map(({ from, to }) => ({
        id: `redirect:${from}`,
        label: from,
        detail: `${text.redirect} → ${to}`,
        icon: 'right' as const,
        keywords: query,
        run: () => open(`/redirects/${encodeURIComponent(from)}?${new URLSearchParams({ q: from })}`),
      })),
    ];
  };
