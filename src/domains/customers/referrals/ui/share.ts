/** The ways to hand a referral code on (SPEC.md §7 "Referral Shared"). */

/** How a code was handed on, as analytics calls it. */
export type ShareMethod = 'copy' | 'native' | 'email';

/** Told of every share; whoever keeps analytics sets it. */
export type OnShared = (method: ShareMethod) => void;

/** The address that puts a code on the friend's cart, whichever page it opens. */
export const referralLink = (origin: string, code: string): string => `${origin}/?vmcode=${encodeURIComponent(code)}`;

export interface ShareWords {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** What a friend is told. @param amount `$25` */
export const shareWords = (amount: string, url: string): ShareWords => ({
  title: `${amount} off your first order at Cellardoor`,
  text: `I buy my wine from Cellardoor. Use my link to get ${amount} off your first order.`,
  url,
});

/** The address that opens a mail with the words. */
export const mailtoUrl = ({ title, text, url }: ShareWords): string =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${text}\n\n${url}`)}`;

/** Hand on by the system's own sheet. @returns false where there is none, or the shopper closed it */
export async function shareNatively(words: ShareWords): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share(words);
    return true;
  } catch {
    return false;
  }
}

/** Put the link on the clipboard. @returns whether it is there */
export async function copyLink({ url }: Pick<ShareWords, 'url'>): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return false;
  }
}
