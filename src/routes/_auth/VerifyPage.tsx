import { useSearchParams } from 'react-router';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { hostedPageTitles } from '#domains/customers/identity/messages/hosted.ts';
import { VerifyStep } from '#domains/customers/identity/ui/EmailLinkSteps.tsx';
import { client } from '#lib/client.ts';
import { titleMeta } from '#routes/_layout/page-title.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/VerifyPage.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

/** Loads the verification that the link is for. Null if the link has expired. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const result = await client(identityContract, context.get(pageContext).transport).link({ token });
  return { link: result.ok ? result.value.data : null };
}

export const meta = titleMeta(hostedPageTitles.verify);

export default function VerifyPage({ loaderData }: Route.ComponentProps) {
  return <VerifyStep params={useSearchParams()[0]} {...loaderData} />;
}
