/** The shopper's choice about analytics in this browser, for everything that sends an identifier. */
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { type Choice, mayCollect } from '../model/consent.ts';

const CHOICE = 'analytics-choice';

export function readChoice(values: KeyValueStorage): Choice {
  const saved = values.read(CHOICE);
  return saved === 'yes' || saved === 'no' ? saved : null;
}

export const saveChoice = (values: KeyValueStorage, choice: 'yes' | 'no'): void => void values.write(CHOICE, choice);

/** Returns whether the browser sends Global Privacy Control. */
export const hasGlobalPrivacyControl = (): boolean => 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

/** Returns whether anything that identifies this browser may be sent now. */
export const isAnalyticsOn = (values: KeyValueStorage, sendsBeforeChoice: boolean): boolean =>
  mayCollect(sendsBeforeChoice, readChoice(values), hasGlobalPrivacyControl());
