/** Removes from an email what lets its reader act as the recipient: codes, and the tokens of links. */
import type { EmailContent } from '#lib/email-content.ts';

const HIDDEN_CODE = '••••••';

/** The token of a checkout at the end of a path. */
const PATH_TOKEN = /\/[A-Za-z0-9_-]{43}$/;

/** Returns an address without its token, which is its query or the end of its path, and marks that something is missing. */
function withoutToken(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, pathname, search, hash } = new URL(url);
  return `${origin}${pathname.replace(PATH_TOKEN, '/…')}${search === '' && hash === '' ? '' : '?…'}`;
}

type Link = NonNullable<EmailContent['action']>;
const hideToken = (link: Link): Link => ({ ...link, url: withoutToken(link.url) });

/** Returns the email as the log stores it. */
export const hideSecrets = ({ action, also, code, marketing, ...email }: EmailContent): EmailContent => ({
  ...email,
  action: action && hideToken(action),
  ...(also ? { also: hideToken(also) } : {}),
  code: code === null ? null : HIDDEN_CODE,
  ...(marketing ? { marketing: { ...marketing, unsubscribeUrl: withoutToken(marketing.unsubscribeUrl) } } : {}),
});

const hideInHeader = (part: string): string =>
  part.startsWith('<http') && part.endsWith('>') ? `<${withoutToken(part.slice(1, -1))}>` : part;

/** Returns headers as the log stores them: the addresses of List-Unsubscribe have tokens too. */
export const hideHeaderSecrets = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.split(', ').map(hideInHeader).join(', ')]));
