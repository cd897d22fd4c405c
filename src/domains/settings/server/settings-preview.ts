/** Signed links to preview a change of the settings that was not saved, like those to unpublished pages [ACCESS-4]. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { Database } from '#lib/db/pool.ts';
import { parseJsonObject } from '#lib/json.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { PREVIEW_PARAMETER } from '../model/preview-parameter.ts';
import type { SettingsSnapshot, UnsavedValue } from './settings-snapshot.ts';
import type { Settings } from './settings-store.ts';

/** Name of the secret. */
const SETTINGS_PREVIEWS = 'settings previews';

/** Life of a link in seconds, as that of other previews. */
const PREVIEW_SECONDS = 3_600;

const previewBody = z.object({
  group: z.string(),
  scope: z.string(),
  value: z.record(z.string(), z.json()),
  expires: z.number(),
});

const signatureOf = (secret: string, code: string): string => createHmac('sha256', secret).update(`settings:${code}`).digest('base64url');

/** Creates the code of a link: the change and its end, compressed because tables are long, and a signature. */
function signPreview(secret: string, unsaved: UnsavedValue, now: number): string {
  const code = deflateRawSync(JSON.stringify({ ...unsaved, expires: now + PREVIEW_SECONDS * 1_000 })).toString('base64url');
  return `${code}.${signatureOf(secret, code)}`;
}

/** Reads a code. @returns null if it is malformed, signed by someone else, or has expired */
function readPreview(secret: string, text: string, now: number): UnsavedValue | null {
  const [code = '', signature = ''] = text.split('.');
  const [actual, own] = [Buffer.from(signature), Buffer.from(signatureOf(secret, code))];
  if (actual.length !== own.length || !timingSafeEqual(actual, own)) return null;
  const body = previewBody.safeParse(parseJsonObject(inflateRawSync(Buffer.from(code, 'base64url')).toString()));
  if (!body.success || body.data.expires < now) return null;
  const { expires: _, ...unsaved } = body.data;
  return unsaved;
}

/** Creates the query of a link that shows pages with an unsaved change. */
export async function settingsPreviewQuery(database: Database, unsaved: UnsavedValue, now = Date.now()): Promise<string> {
  const code = signPreview(await sharedSecret(database, SETTINGS_PREVIEWS), unsaved, now);
  return `?${new URLSearchParams({ [PREVIEW_PARAMETER]: code })}`;
}

export interface PreviewDeps {
  readonly database: Database;
  readonly settings: Settings;
}

/** Returns the settings that a code previews. @returns null if the code is not valid */
export async function settingsPreviewedBy(
  { database, settings }: PreviewDeps,
  code: string,
  now = Date.now(),
): Promise<SettingsSnapshot | null> {
  const unsaved = readPreview(await sharedSecret(database, SETTINGS_PREVIEWS), code, now);
  return unsaved && settings.preview(unsaved);
}

const previewQuery = z.looseObject({ [PREVIEW_PARAMETER]: z.string() });

/** Returns the settings that the query of a page previews. @returns null without a valid code */
export async function previewedSettings(deps: PreviewDeps, query: unknown, now = Date.now()): Promise<SettingsSnapshot | null> {
  const parsed = previewQuery.safeParse(query);
  return parsed.success ? settingsPreviewedBy(deps, parsed.data[PREVIEW_PARAMETER], now) : null;
}
