/** What the shopper of this browser said about analytics, for everything that would send a name of theirs. */
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { type Choice, mayCollect } from '../model/consent.ts';

const CHOICE = 'analytics-choice';

export function readChoice(values: KeyValueStorage): Choice {
  const kept = values.read(CHOICE);
  return kept === 'yes' || kept === 'no' ? kept : null;
}

export const keepChoice = (values: KeyValueStorage, choice: 'yes' | 'no'): void => void values.write(CHOICE, choice);

/** Whether the browser asks not to be followed (Global Privacy Control). */
export const hasGlobalPrivacyControl = (): boolean => 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

/** Whether anything that names this browser may be sent now. */
export const isAnalyticsOn = (values: KeyValueStorage, sendsBeforeChoice: boolean): boolean =>
  mayCollect(sendsBeforeChoice, readChoice(values), hasGlobalPrivacyControl());
