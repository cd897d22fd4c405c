/** What a request previews: settings that were not saved, or the draft of the home page. Such pages are rendered for the request alone. */
import { z } from 'zod';
import { isFor } from '#domains/content/model/publication.ts';
import type { PageRecord } from '#domains/content/model/record.ts';
import type { PageStore } from '#domains/content/server/page-store.ts';
import { previewedPage } from '#domains/content/server/previewed-page.ts';
import { readPreviewCode } from '#domains/customers/access/model/preview-code.ts';
import {
  isSignedPreview,
  PREVIEW_CODES,
  type PreviewKind,
  type SignedPreview,
} from '#domains/customers/access/server/preview-signature.ts';
import { previewedSettings } from '#domains/settings/server/settings-preview.ts';
import type { SettingsSnapshot } from '#domains/settings/server/settings-snapshot.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import type { AppServices } from '#server/create-services.ts';

export interface PagePreview {
  /** Null for the settings in force. */
  readonly settings: SettingsSnapshot | null;
  /** Draft of a home page; null for the published one. */
  readonly home: PageRecord | null;
}

/** Query parameter of the home page that shows a draft of it. */
const PARAMETER = 'page-preview';

/** Returns the path and query that show the draft of a home page. */
export const homePreviewPath = ({ code, signature }: SignedPreview): string =>
  `/?${new URLSearchParams({ [PARAMETER]: `${code}.${signature}` })}`;

const previewQuery = z.looseObject({ [PARAMETER]: z.string().max(1_200) });

type Services = Pick<AppServices, 'database' | 'settings' | 'content' | 'config'>;

async function previewedHome({ database, content, config }: Services, query: unknown): Promise<PageRecord | null> {
  const parsed = previewQuery.safeParse(query);
  if (!parsed.success) return null;
  const [code = '', signature = ''] = parsed.data[PARAMETER].split('.');
  const isSigned = isSignedPreview(await sharedSecret(database, PREVIEW_CODES), 'page', { code, signature });
  const read = readPreviewCode(code, { isSigned, staffDomain: config.STAFF_EMAIL_DOMAIN, now: Date.now() });
  const found = read.ok ? await previewedPage(database, content, read.code.id) : null;
  return found?.page.template === 'home' ? found.page : null;
}

/** Returns what the query of a page previews. @returns null for an ordinary request */
export async function previewIn(services: Services, query: unknown): Promise<PagePreview | null> {
  const [settings, home] = await Promise.all([previewedSettings(services, query), previewedHome(services, query)]);
  return settings === null && home === null ? null : { settings, home };
}

/** Pages that show nothing but what a signed link previews, and what is previewed there. */
export const PREVIEW_PATHS: ReadonlyMap<string, PreviewKind> = new Map([
  ['/event-preview', 'page'],
  ['/offer-preview', 'offer'],
]);

const signedQuery = z.looseObject({ code: z.string().max(1_200), signature: z.string().max(100) });

/** Returns true for a page that a signed link previews, whether or not the link has expired. */
export async function isPreview(services: Services, path: string, query: unknown): Promise<boolean> {
  const kind = PREVIEW_PATHS.get(path);
  if (kind === undefined) return (await previewIn(services, query)) !== null;
  const parsed = signedQuery.safeParse(query);
  return parsed.success && isSignedPreview(await sharedSecret(services.database, PREVIEW_CODES), kind, parsed.data);
}

/** Returns a view of the pages with a draft in place of the published home page of its sites. */
export function withHome(pages: PageStore, home: PageRecord | null): PageStore {
  if (home === null) return pages;
  const drafted: PageRecord = { ...home, state: 'published', publishAt: null, endAt: null };
  return {
    ...pages,
    at: (path, visitor) =>
      path === '/' && isFor(drafted, visitor, Date.now()) ? { page: drafted, changedAt: new Date() } : pages.at(path, visitor),
  };
}
