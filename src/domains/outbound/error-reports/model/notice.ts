/** Makes a notice of an error in the vendor's protocol [ERR-1]. */
import { clean, cleanText } from './redact.ts';

export interface Frame {
  readonly file: string;
  readonly method: string;
  readonly number: number | null;
  readonly column: number | null;
}

export interface Breadcrumb {
  readonly category: string;
  readonly message: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly timestamp: string;
}

export interface Notice {
  readonly notifier: { readonly name: string; readonly url: string; readonly version: string };
  readonly breadcrumbs: { readonly enabled: boolean; readonly trail: readonly Breadcrumb[] };
  readonly error: {
    readonly class: string;
    readonly message: string;
    readonly backtrace: readonly Frame[];
    readonly fingerprint: string | null;
    readonly tags: readonly string[];
    readonly causes: readonly { readonly class: string; readonly message: string; readonly backtrace: readonly Frame[] }[];
  };
  readonly request: {
    readonly url: string;
    readonly component: string;
    readonly action: string;
    readonly context: Readonly<Record<string, unknown>>;
    readonly cgi_data: Readonly<Record<string, unknown>>;
    readonly params: Readonly<Record<string, unknown>>;
    readonly session: Readonly<Record<string, unknown>>;
  };
  readonly server: {
    readonly project_root: string;
    readonly environment_name: string;
    readonly revision: string;
    readonly hostname: string;
    readonly time: string;
  };
  readonly details: Readonly<Record<string, unknown>>;
}

/** Where the error occurred. */
export interface NoticeOptions {
  readonly url?: string;
  /** The part of the shop. */
  readonly component?: string;
  /** The action that failed. */
  readonly action?: string;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly trail?: readonly Breadcrumb[];
  readonly environment: string;
  readonly time: string;
}

const MAX_FRAMES = 40;
const MAX_STACK_LENGTH = 64 * 1_024;
const MAX_FRAME_LENGTH = 2_000;

/** Splits `file:12` at its last colon. Returns null without digits after it. */
function splitNumber(text: string): { readonly before: string; readonly number: number } | null {
  const colon = text.lastIndexOf(':');
  const digits = text.slice(colon + 1);
  return colon > 0 && /^\d{1,9}$/.test(digits) ? { before: text.slice(0, colon), number: Number(digits) } : null;
}

/** Parses `at name (file:line:column)`, `at file:line:column`, and Firefox's `name@file:line:column`. Returns null for other lines. */
function frameOf(line: string): Frame | null {
  if (line.length > MAX_FRAME_LENGTH) return null;
  const plain = line
    .trimStart()
    .replace(/^at\s+/, '')
    .replace(/^async\s+/, '');
  const open = Math.max(plain.lastIndexOf('('), plain.lastIndexOf('@'));
  const location = plain.slice(open + 1).replace(/\)$/, '');
  const last = splitNumber(location);
  if (last === null || /[\s)]/.test(location)) return null;
  const first = splitNumber(last.before);
  const method = plain.slice(0, Math.max(open, 0)).trimEnd() || '<anonymous>';
  return first === null
    ? { file: cleanText(last.before), method, number: last.number, column: null }
    : { file: cleanText(first.before), method, number: first.number, column: last.number };
}

/** Returns the frames of an error's stack, innermost first. */
export const framesOf = (stack: string): Frame[] =>
  stack
    .slice(0, MAX_STACK_LENGTH)
    .split('\n')
    .map(frameOf)
    .filter((frame) => frame !== null)
    .slice(0, MAX_FRAMES);

const described = (error: unknown) =>
  error instanceof Error
    ? { class: cleanText(error.name), message: cleanText(error.message), backtrace: framesOf(error.stack ?? '') }
    : { class: 'Error', message: cleanText(String(error)), backtrace: [] };

/** Makes a redacted notice of anything that was thrown. */
export function noticeOf(error: unknown, { environment, time, ...context }: NoticeOptions): Notice {
  const cause = error instanceof Error ? error.cause : undefined;
  return {
    notifier: { name: 'cellardoor', url: '', version: '1' },
    breadcrumbs: { enabled: true, trail: clean(context.trail ?? []) as Breadcrumb[] },
    error: { ...described(error), fingerprint: null, tags: [], causes: cause === undefined ? [] : [described(cause)] },
    request: {
      url: cleanText(context.url ?? ''),
      component: context.component ?? '',
      action: context.action ?? '',
      context: clean(context.context ?? {}) as Record<string, unknown>,
      cgi_data: {},
      params: {},
      session: {},
    },
    server: { project_root: '', environment_name: environment, revision: '', hostname: '', time },
    details: {},
  };
}
