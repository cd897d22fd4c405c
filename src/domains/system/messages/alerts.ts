/** Text of incidents, for the banner and the emails to owners. */
import type { AlertCheck, WatchedCheck } from '../model/health.ts';
import { CHECK_TEXT } from './health.ts';

interface AlertText {
  readonly title: string;
  readonly cleared: string;
  /** The screen that shows it, and the link to it. */
  readonly to: string;
  readonly open: string;
}

export const ALERT_TEXT: Readonly<Record<AlertCheck, AlertText>> = {
  gateway: {
    title: 'The payment gateway doesn’t answer',
    cleared: 'The payment gateway works again',
    to: '/system',
    open: 'Open Health',
  },
  mail: { title: 'Email can’t be sent', cleared: 'Email works again', to: '/system', open: 'Open Health' },
  jobs: { title: 'Jobs need attention', cleared: 'Jobs run again', to: '/system/jobs', open: 'Open Jobs' },
  backup: { title: 'Backups need attention', cleared: 'Backups work again', to: '/system', open: 'Open Health' },
  workers: { title: 'No worker is running', cleared: 'A worker is running again', to: '/system', open: 'Open Health' },
  disk: { title: 'The disk is full', cleared: 'The disk has space again', to: '/system', open: 'Open Health' },
};

export interface AlertEmail {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly label: string;
  readonly path: string;
}

/** The email that says what is wrong, and the one a day later. */
export function alertEmail(name: WatchedCheck, detail: string, isReminder: boolean): AlertEmail {
  const { title, to, open } = ALERT_TEXT[name];
  const { effect, todo } = CHECK_TEXT[name];
  return {
    subject: isReminder ? `Still: ${title}` : title,
    paragraphs: [`${title}. ${detail}`, effect, todo, 'We write again in a day if it stays, and as soon as it’s over.'],
    label: open,
    path: to,
  };
}

/** The email that says that it is over. @param since when it began, in words */
export const clearedEmail = (name: WatchedCheck, since: string): AlertEmail => {
  const { cleared, to, open } = ALERT_TEXT[name];
  return { subject: cleared, paragraphs: [`${cleared}. It began ${since}.`, 'You don’t have to do anything.'], label: open, path: to };
};
