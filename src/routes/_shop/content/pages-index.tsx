/** Loader, head and heading that the lists of pages share (journal, events, collections). */
import type { MetaDescriptor } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { contentContract } from '#domains/content/contract.ts';
import type { PageSummary } from '#domains/content/model/page-view.ts';
import type { TemplateName } from '#domains/content/model/templates.ts';
import { client } from '#lib/client.ts';
import { MARKETS } from '#markets/market.ts';
import { headTags } from '#routes/_layout/head.ts';
import { breadcrumbList } from '#routes/_layout/json-ld.ts';
import { getSiteData } from '#routes/_layout/use-site-data.ts';
import type { PageContext } from '#routes/page-context.ts';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import { offersNamed } from './load-page.ts';

/** Description of a list of pages. */
export interface PagesIndex {
  readonly title: string;
  readonly intro: string;
  readonly path: string;
}

export interface ListedPages {
  readonly pages: readonly PageSummary[];
  /** Offers of their pictures, by id. */
  readonly offers: Readonly<Record<string, CatalogueHit>>;
}

/** Loads all pages of a template that a guest may see, in list order. */
export async function loadPages(context: PageContext, template: TemplateName): Promise<ListedPages> {
  const result = await client(contentContract, context.transport).pages({ template });
  const pages = result.ok ? result.value.data : [];
  const ids = pages.flatMap(({ picture }) => (picture?.of === 'offer' ? [picture.offerId] : []));
  return { pages, offers: await offersNamed(context, ids) };
}

const trailOf = ({ title, path }: PagesIndex) => [
  { label: 'Home', to: '/' },
  { label: title, to: path },
];

/** Returns the tags of a list of pages. */
export function indexHead(matches: Parameters<typeof getSiteData>[0], index: PagesIndex): MetaDescriptor[] {
  const siteData = getSiteData(matches);
  if (!siteData) return [];
  return headTags(siteData, {
    title: index.title,
    description: index.intro,
    path: index.path,
    markets: MARKETS,
    data: import.meta.env.SSR ? [breadcrumbList(siteData.origin, trailOf(index))] : [],
  });
}

/** Heading of a list of pages. */
export function IndexHeading({ index }: { index: PagesIndex }) {
  return (
    <div className="list-head">
      <Breadcrumbs breadcrumbs={trailOf(index)} />
      <h1 className="heading-2">{index.title}</h1>
      <p className="text-muted intro">{index.intro}</p>
    </div>
  );
}
