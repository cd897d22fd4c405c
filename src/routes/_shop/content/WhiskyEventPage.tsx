import { redirect } from 'react-router';
import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import type { Route } from './+types/WhiskyEventPage.ts';
import { findPage } from './load-page.ts';

export { default, meta } from './EventPage.tsx';

export const handle = { cache: 'shared', robots: 'duplicate' } satisfies PageHandle;

const EVENT_PATH = '/events/whisky-and-friends';

/**
 * Previous paths of the whisky event [CONT-29, CONT-30]. They lead to the configured external page, else show the event of the shop,
 * else lead to the list of events, because the event is the retailer's [CONT-33].
 */
export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const external = page.layout.externalPages.whiskyEvent;
  if (external) throw redirect(external);
  const event = await findPage(page, EVENT_PATH);
  if (event === null) throw redirect('/events');
  return event;
}
