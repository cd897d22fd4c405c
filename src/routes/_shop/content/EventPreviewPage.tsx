import { data } from 'react-router';
import { accessContract } from '#domains/customers/access/contract.ts';
import { PreviewBanner, PreviewError } from '#domains/customers/access/ui/PreviewBanner.tsx';
import { client } from '#lib/client.ts';
import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import { previewHead } from '../preview-head.ts';
import type { Route } from './+types/EventPreviewPage.ts';
import { withOffers } from './load-page.ts';
import { PageBody } from './PageBody.tsx';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const [code, signature] = ['code', 'signature'].map((name) => url.searchParams.get(name) ?? '');
  const result = await client(accessContract, page.transport).previewPage({ code, signature });
  if (!result.ok) return data({ refusal: result.title, loaded: null, preview: null }, { status: result.status });
  return data({ refusal: null, loaded: await withOffers(page, result.value.data), preview: result.value.preview });
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return previewHead(matches, loaderData?.loaded?.page.title);
}

/** Preview of an event or another page before its publication [CONT-17]. */
export default function EventPreviewPage({ loaderData: { refusal, loaded, preview } }: Route.ComponentProps) {
  if (!loaded) return <PreviewError>{refusal}</PreviewError>;
  return (
    <>
      <PreviewBanner preview={preview} what="page" />
      <PageBody loaded={loaded} />
    </>
  );
}
