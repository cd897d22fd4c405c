/** Uploads a photo of a claim. */
import { uploadFile } from '#lib/browser/upload-file.ts';
import { claimMessages } from '../messages/claims.ts';

export interface UploadedPhoto {
  readonly id: string;
  /** Name of the file, which is not sent. */
  readonly name: string;
}

type PhotoResult = { readonly ok: true; readonly photo: UploadedPhoto } | { readonly ok: false; readonly title: string };

/** Sends a photo. Never rejects. */
export async function uploadPhoto(order: string, file: File, bearer: string | null): Promise<PhotoResult> {
  const sent = await uploadFile(`/api/claims/photos?${new URLSearchParams({ order })}`, file, bearer);
  if (sent.ok && typeof sent.data.id === 'string') return { ok: true, photo: { id: sent.data.id, name: file.name } };
  return { ok: false, title: (sent.ok ? null : sent.title) ?? claimMessages.unreachable };
}
