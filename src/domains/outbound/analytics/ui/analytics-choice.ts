/** The shopper's choice about analytics in this browser, for everything that sends an identifier. */
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { type Choice, mayCollect } from '../model/consent.ts';

const CHOICE = 'analytics-choice';

export function readChoice(values: KeyValueStorage): Choice {
  const kept = values.read(CHOICE);
  return kept === 'yes' || kept === 'no' ? kept : null;
}

export const keepChoice = (values: KeyValueStorage, choice: 'yes' | 'no'): void => void values.write(CHOICE, choice);

/** Returns whether the browser sends Global Privacy Control. */
export const hasGlobalPrivacyControl = (): boolean => 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

/** Returns whether anything that identifies this browser may be sent now. */
export const isAnalyticsOn = (values: KeyValueStorage, sendsBeforeChoice: boolean): boolean =>
  mayCollect(sendsBeforeChoice, readChoice(values), hasGlobalPrivacyControl());
