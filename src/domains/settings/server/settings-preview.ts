/** Signed links to preview a change of the settings that was not saved, like those to unpublished pages [ACCESS-4]. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '#lib/db/pool.ts';
import { parseJsonObject } from '#lib/json.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import type { SettingsSnapshot, UnsavedValue } from './settings-snapshot.ts';
import type { Settings } from './settings-store.ts';

/** Name of the secret. */
const SETTINGS_PREVIEWS = 'settings previews';

/** Query parameter of a page that shows the change. */
const PREVIEW_PARAMETER = 'settings-preview';

/** Life of a link in seconds, as that of other previews. */
const PREVIEW_SECONDS = 3_600;

const previewBody = z.object({
  group: z.string(),
  scope: z.string(),
  value: z.record(z.string(), z.json()),
  expires: z.number(),
});

const signatureOf = (secret: string, code: string): string => createHmac('sha256', secret).update(`settings:${code}`).digest('base64url');

/** Creates the code of a link: the change, its end, and a signature. */
function signPreview(secret: string, unsaved: UnsavedValue, now: number): string {
  const code = Buffer.from(JSON.stringify({ ...unsaved, expires: now + PREVIEW_SECONDS * 1_000 })).toString('base64url');
  return `${code}.${signatureOf(secret, code)}`;
}

/** Reads a code. @returns null if it is malformed, signed by someone else, or has expired */
function readPreview(secret: string, text: string, now: number): UnsavedValue | null {
  const [code = '', signature = ''] = text.split('.');
  const [actual, own] = [Buffer.from(signature), Buffer.from(signatureOf(secret, code))];
  if (actual.length !== own.length || !timingSafeEqual(actual, own)) return null;
  const body = previewBody.safeParse(parseJsonObject(Buffer.from(code, 'base64url').toString()));
  if (!body.success || body.data.expires < now) return null;
  const { expires: _, ...unsaved } = body.data;
  return unsaved;
}

/** Creates the query of a link that shows pages with an unsaved change. */
export async function settingsPreviewQuery(database: Database, unsaved: UnsavedValue, now = Date.now()): Promise<string> {
  const code = signPreview(await sharedSecret(database, SETTINGS_PREVIEWS), unsaved, now);
  return `?${new URLSearchParams({ [PREVIEW_PARAMETER]: code })}`;
}

const previewQuery = z.looseObject({ [PREVIEW_PARAMETER]: z.string() });

/** Returns the settings that the query of a page previews. @returns null without a valid code */
export async function previewedSettings(
  { database, settings }: { readonly database: Database; readonly settings: Settings },
  query: unknown,
  now = Date.now(),
): Promise<SettingsSnapshot | null> {
  const parsed = previewQuery.safeParse(query);
  if (!parsed.success) return null;
  const unsaved = readPreview(await sharedSecret(database, SETTINGS_PREVIEWS), parsed.data[PREVIEW_PARAMETER], now);
  return unsaved && settings.preview(unsaved);
}
