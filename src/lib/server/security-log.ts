/**
 * Logs security events as structured lines at level warn, without personal data. Client addresses and accounts appear as digests with
 * a key of this process, so lines of one source can be counted without identifying anyone.
 */
import { createHmac, randomBytes } from 'node:crypto';

const MESSAGES = {
  sign_in_failed: 'A sign-in failed',
  sign_in_locked: 'Sign-ins are locked after too many failures',
  guesses_locked: 'Calls of a client are refused after too many failures',
  origin_refused: 'A change from another site was refused',
  policy_violated: 'A browser reported a violation of the content security policy',
  keys_rotated: 'Keys were rotated',
  staff_action: 'A member of staff changed something',
} as const;

export type SecurityEvent = keyof typeof MESSAGES;
export type SecurityDetails = Readonly<Record<string, string | number | boolean>>;

/** The part of a structured logger that is used. */
export interface WarnLogger {
  warn(fields: object, message: string): void;
}

const PROCESS_KEY = randomBytes(32);

/** Returns the pseudonym of a client address or account: the same for the same value during the life of the process. */
export const pseudonym = (value: string): string => createHmac('sha256', PROCESS_KEY).update(value).digest('base64url').slice(0, 12);

/** Maximum lines per minute and kind of event, so that an attacker cannot fill the disk. Further events are only counted. */
const LINES_PER_MINUTE = 120;
const windows = new Map<SecurityEvent, { since: number; lines: number }>();

/** Logs a security event. Details must not contain personal data. */
export function logSecurityEvent(log: WarnLogger, event: SecurityEvent, details: SecurityDetails): void {
  const now = Date.now();
  const window = windows.get(event);
  const isNew = window === undefined || now - window.since >= 60_000;
  const omitted = isNew ? Math.max(0, (window?.lines ?? 0) - LINES_PER_MINUTE) : 0;
  const lines = isNew ? 1 : window.lines + 1;
  windows.set(event, { since: isNew ? now : window.since, lines });
  if (lines > LINES_PER_MINUTE) return;
  log.warn({ security: event, ...details, ...(omitted > 0 ? { omitted } : {}) }, MESSAGES[event]);
}

/** Logger for programs without one: JSON lines on standard error. */
export const stderrLogger: WarnLogger = {
  warn: (fields, msg) =>
    void process.stderr.write(`${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, ...fields, msg })}\n`),
};
