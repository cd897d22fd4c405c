import { useSearchParams } from 'react-router';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { hostedPageTitles } from '#domains/customers/identity/messages/hosted.ts';
import { JoinStep } from '#domains/customers/identity/ui/JoinStep.tsx';
import { client } from '#lib/client.ts';
import { titleMeta } from '#routes/_layout/page-title.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/JoinPage.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

/** Loads the configured social sign-in providers. */
export async function loader({ context }: Route.LoaderArgs) {
  const result = await client(identityContract, context.get(pageContext).transport).providers({});
  return { providers: result.ok ? result.value.data : [] };
}

export const meta = titleMeta(hostedPageTitles.join);

/** Creates an account [CONT-15]. */
export default function JoinPage({ loaderData }: Route.ComponentProps) {
  return <JoinStep params={useSearchParams()[0]} {...loaderData} />;
}
