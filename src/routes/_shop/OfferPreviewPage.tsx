import { data } from 'react-router';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import { accessContract } from '#domains/customers/access/contract.ts';
import { PreviewBanner, PreviewError } from '#domains/customers/access/ui/PreviewBanner.tsx';
import { client } from '#lib/client.ts';
import { useSiteData } from '../_layout/use-site-data.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/OfferPreviewPage.ts';
import { BuyPanel } from './offer/BuyPanel.tsx';
import { DeferredOfferBody } from './offer/DeferredOfferBody.tsx';
import { OfferGallery } from './offer/OfferGallery.tsx';
import { offerBreadcrumbs } from './offer/offer-breadcrumbs.ts';
import { previewHead } from './preview-head.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { transport } = context.get(pageContext);
  const [code, signature] = ['code', 'signature'].map((name) => url.searchParams.get(name) ?? '');
  const result = await client(accessContract, transport).previewOffer({ code, signature });
  if (!result.ok) return data({ refusal: result.title, offer: null, preview: null }, { status: result.status });
  return data({ refusal: null, ...result.value });
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return previewHead(matches, loaderData?.offer ? `${fullName(loaderData.offer)}, ${loaderData.offer.brand}` : undefined);
}

/** Preview of an offer before its sale or as another tier sees it. It cannot be bought here. */
export default function OfferPreviewPage({ loaderData: { refusal, offer, preview } }: Route.ComponentProps) {
  const siteData = useSiteData();
  if (!offer) return <PreviewError>{refusal}</PreviewError>;
  const kind = `k-${CATEGORIES[offer.category].kind}`;
  return (
    <>
      <PreviewBanner preview={preview} what="offer" />
      <div className={`offer ${kind}`}>
        <div className="container offer-grid">
          <OfferGallery offer={offer} />
          <BuyPanel offer={offer} breadcrumbs={siteData ? offerBreadcrumbs(siteData, offer) : []} hasOthers={false} isPreview />
        </div>
      </div>
      <div className={`container offer-body ${kind}`}>
        <DeferredOfferBody offer={offer} />
      </div>
    </>
  );
}
