import { useSearchParams } from 'react-router';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { hostedPageTitles } from '#domains/customers/identity/messages/hosted.ts';
import { LoginStep } from '#domains/customers/identity/ui/LoginStep.tsx';
import { client } from '#lib/client.ts';
import { titleMeta } from '#routes/_layout/page-title.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/LoginPage.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

/** Loads the configured social sign-in providers. */
export async function loader({ context }: Route.LoaderArgs) {
  const result = await client(identityContract, context.get(pageContext).transport).providers({});
  return { providers: result.ok ? result.value.data : [] };
}

export const meta = titleMeta(hostedPageTitles.login);

/** First step of the sign-in [CONT-15]. */
export default function LoginPage({ loaderData }: Route.ComponentProps) {
  return <LoginStep params={useSearchParams()[0]} {...loaderData} />;
}
