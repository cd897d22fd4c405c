/** Ways to share a referral code. */
import { shareMessages } from '../messages.ts';

/** How a code was shared, as named in the analytics event. */
export type ShareMethod = 'copy' | 'native' | 'email';

/** Called after every share, for analytics. */
export type OnShared = (method: ShareMethod) => void;

/** Returns the URL that puts a code on the friend's cart. Works on every page. */
export const referralLink = (origin: string, code: string): string => `${origin}/?vmcode=${encodeURIComponent(code)}`;

export interface ShareContent {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** Returns the text for a friend. @param amount `$25` @param shop name of the shop */
export const shareContent = (amount: string, url: string, shop: string): ShareContent => ({
  title: shareMessages.title(amount, shop),
  text: shareMessages.text(amount, shop),
  url,
});

/** Returns the `mailto:` URL with the text. */
export const mailtoUrl = ({ title, text, url }: ShareContent): string =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${text}\n\n${url}`)}`;

/** Shares by the system's dialog. @returns false if there is none, or the shopper closed it */
export async function shareNatively(content: ShareContent): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share(content);
    return true;
  } catch {
    return false;
  }
}

/** Copies the link to the clipboard. @returns true on success */
export async function copyLink({ url }: Pick<ShareContent, 'url'>): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return false;
  }
}
