/** Loads the data of club pages: clubs, the offers of their pictures and blocks, and the content of their cases. */
import { data } from 'react-router';
import { catalogueContract, type OfferDetail } from '#domains/catalogue/contract.ts';
import { offerIdsOf } from '#domains/content/model/offer-ids.ts';
import { wineClubContract } from '#domains/selling/clubs/contract.ts';
import type { ClubLine } from '#domains/selling/clubs/model/club-view.ts';
import { client } from '#lib/client.ts';
import type { PageContext } from '#routes/page-context.ts';
import { offersNamed } from '../content/load-page.ts';

/** Loads the clubs of a site with the offers of their pictures and the days between a reminder and its charge. */
export async function loadClubs(context: PageContext) {
  const result = await client(wineClubContract, context.transport).clubs({});
  if (!result.ok) throw data(null, { status: result.status });
  const { data: clubs, remindDays } = result.value;
  return { clubs, remindDays, offers: await offersNamed(context, clubs.flatMap(offerIdsOf)) };
}

/** Returns the content of cases by offer id. Leaves out cases that the visitor may not see. */
async function contentsOf({ transport }: PageContext, { variants }: ClubLine): Promise<Record<string, OfferDetail['contents']>> {
  const read = variants.flatMap((variant) => {
    const [, producer, offer] = /^\/wines\/([^/]+)\/([^/]+)$/.exec(variant.case?.url ?? '') ?? [];
    return producer && offer ? [client(catalogueContract, transport).offer({ producer, offer })] : [];
  });
  const results = await Promise.all(read);
  return Object.fromEntries(results.flatMap((result) => (result.ok ? [[result.value.offer.offerId, result.value.offer.contents]] : [])));
}

/** Loads a club with everything its page shows. @throws the router's 404 if there is no such club */
export async function loadClub(context: PageContext, slug: string) {
  const result = await client(wineClubContract, context.transport).club({ slug: slug.slice(0, 64) });
  if (!result.ok) throw data(null, { status: result.status === 400 ? 404 : result.status });
  const club = result.value.data;
  const [offers, contents] = await Promise.all([offersNamed(context, offerIdsOf(club)), contentsOf(context, club)]);
  return { club, offers, contents };
}
