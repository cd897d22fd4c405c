/**
 * Security events as structured log lines without personal data, at level warn: a client address or an account is named by a
 * digest that only this process can make, so lines of one source can be counted together and nobody is named.
 */
import { createHmac, randomBytes } from 'node:crypto';

const MESSAGES = {
  sign_in_failed: 'A sign-in failed',
  sign_in_locked: 'Sign-ins are locked after too many failures',
  origin_refused: 'A change from another site was refused',
  policy_violated: 'A browser reported a violation of the content security policy',
  keys_rotated: 'Keys were rotated',
  secrets_unreadable: 'Stored secrets cannot be decrypted',
  staff_action: 'A member of staff changed something',
} as const;

export type SecurityEvent = keyof typeof MESSAGES;
export type SecurityDetails = Readonly<Record<string, string | number | boolean>>;

/** The part of a structured logger that is needed. */
export interface WarnLogger {
  warn(fields: object, message: string): void;
}

const PROCESS_KEY = randomBytes(32);

/** The name of a client address or an account in security events: the same for the same value, for as long as this process runs. */
export const pseudonym = (value: string): string => createHmac('sha256', PROCESS_KEY).update(value).digest('base64url').slice(0, 12);

/** Logs a security event. Details must not contain personal data. */
export const logSecurityEvent = (log: WarnLogger, event: SecurityEvent, details: SecurityDetails): void =>
  log.warn({ security: event, ...details }, MESSAGES[event]);

/** A logger for programs that have none: JSON lines on standard error. */
export const stderrLogger: WarnLogger = {
  warn: (fields, msg) =>
    void process.stderr.write(`${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, ...fields, msg })}\n`),
};
