import { redirect } from 'react-router';
import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import type { Route } from './+types/WhiskyEventPage.ts';
import { findPage } from './load-page.ts';

export { default, meta } from './EventPage.tsx';

export const handle = { cache: 'shared', robots: 'duplicate' } satisfies PageHandle;

const EVENT_PATH = '/events/whisky-and-friends';

/**
 * Previous paths of the whisky event [CONT-29, CONT-30]. Redirects to the configured external page. Otherwise shows the shop's event,
 * or redirects to the list of events if there is none, because the event is content of the retailer [CONT-33].
 */
export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const external = page.layout.externalPages.whiskyEvent;
  if (external) throw redirect(external);
  const event = await findPage(page, EVENT_PATH);
  if (event === null) throw redirect('/events');
  return event;
}
