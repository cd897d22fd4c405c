/** Uploads a file as the body of a request, which the typed client does not send. */
import { isJsonObject } from '#lib/json.ts';

export type UploadResult =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>> }
  /** `title` says why, if the shop answered. */
  | { readonly ok: false; readonly title: string | null };

/** Sends a file with the token of a customer. Never rejects. */
export async function uploadFile(url: string, file: Blob, bearer: string | null): Promise<UploadResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: file,
      headers: { 'content-type': 'application/octet-stream', ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) },
    });
    const body: unknown = await response.json();
    if (response.ok) return { ok: true, data: isJsonObject(body) && isJsonObject(body.data) ? body.data : {} };
    return { ok: false, title: isJsonObject(body) && typeof body.title === 'string' ? body.title : null };
  } catch {
    return { ok: false, title: null };
  }
}
