/** Sends a picture to the shop with its progress, and goes on after a broken connection or an expired session. */
import { uploadMessages as text } from '#domains/catalogue/messages/office-pictures.ts';
import { MAX_PICTURE_BYTES } from '#domains/catalogue/model/picture-limits.ts';
import { type PictureRow, pictureUploadContract } from '#domains/catalogue/picture-office-contract.ts';
import { askForSignIn } from '#domains/staff/ui/office/session-prompts.ts';
import { isJsonObject } from '#lib/json.ts';
import { officeMessages } from '#ui/office/messages.ts';

export interface SendProgress {
  /** Share of the file that was sent, 0 to 100. */
  readonly percent: number;
  readonly isRetrying: boolean;
}

export type SendResult =
  | { readonly ok: true; readonly picture: PictureRow; readonly isNew: boolean }
  | { readonly ok: false; readonly title: string };

const FIRST_PAUSE_MS = 1_000;
/** The longest pause before another attempt. */
const MAX_PAUSE_MS = 10_000;
const NAME_LENGTH = 200;
/** Types that browsers know and the shop does not take. */
const OTHER_TYPE = /^(?:text|audio|video|application)\//;

/** Returns why a file cannot be taken, before it is sent. @returns null if the shop decides */
export function refusalOf({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (size === 0) return text.empty;
  if (type === 'image/svg+xml' || /\.svgz?$/i.test(name)) return text.svg;
  if (OTHER_TYPE.test(type)) return text.notPicture;
  return size > MAX_PICTURE_BYTES ? text.tooLarge(size, MAX_PICTURE_BYTES) : null;
}

interface Answer {
  /** 0 without a response. */
  readonly status: number;
  readonly body: unknown;
}

/** Sends a file once. `fetch` cannot say how much of a body was sent. */
const sendOnce = (file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    const end = (answer: Answer): void => {
      signal.removeEventListener('abort', stop);
      resolve(answer);
    };
    const { path } = pictureUploadContract.uploadPicture;
    request.open('POST', `${path}?${new URLSearchParams({ name: file.name.slice(-NAME_LENGTH) })}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100));
    request.onload = () => end({ status: request.status, body: request.response });
    request.onerror = () => end({ status: 0, body: null });
    request.onabort = () => end({ status: 0, body: null });
    signal.addEventListener('abort', stop);
    request.send(file);
  });

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const isPicture = (body: unknown): body is { picture: PictureRow; isNew: boolean } =>
  isJsonObject(body) && isJsonObject(body.picture) && typeof body.isNew === 'boolean';

/** Sends a file until the shop has it or refuses it. @returns null if it was stopped */
export async function sendPicture(
  file: File,
  onProgress: (progress: SendProgress) => void,
  signal: AbortSignal,
): Promise<SendResult | null> {
  const refused = refusalOf(file);
  if (refused !== null) return { ok: false, title: refused };
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(MAX_PAUSE_MS, wait * 2)) {
    if (signal.aborted) return null;
    const { status, body } = await sendOnce(file, (percent) => onProgress({ percent, isRetrying: false }), signal);
    if (signal.aborted) return null;
    if (status === 200 && isPicture(body)) return { ok: true, picture: body.picture, isNew: body.isNew };
    const { code, title } = isJsonObject(body) ? body : {};
    if (code === 'sign_in_required') {
      if (!(await askForSignIn())) return { ok: false, title: officeMessages.networkError };
    } else if (status === 0 || status >= 502 || status === 429) {
      onProgress({ percent: 0, isRetrying: true });
      await pause(wait, signal);
    } else return { ok: false, title: typeof title === 'string' && status < 500 ? title : officeMessages.unexpected };
  }
}
