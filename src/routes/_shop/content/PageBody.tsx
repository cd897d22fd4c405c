import type { TemplateName } from '#domains/content/model/templates.ts';
import { ArticleBody } from './ArticleBody.tsx';
import { ContentBody } from './ContentBody.tsx';
import { EventBody } from './EventBody.tsx';
import { GiftCardBody } from './GiftCardBody.tsx';
import type { LoadedPage } from './load-page.ts';
import { OpenOfferBody } from './OpenOfferBody.tsx';

const BODIES: Readonly<Record<TemplateName, typeof ContentBody>> = {
  home: ContentBody,
  content: ContentBody,
  article: ArticleBody,
  event: EventBody,
  'gift-card': GiftCardBody,
  'saved-search': ContentBody,
  'open-offer': OpenOfferBody,
  'secret-offer': OpenOfferBody,
};

/** Renders a loaded page by its template. A saved search is rendered without its list. */
export function PageBody({ loaded }: { loaded: LoadedPage }) {
  const Body = BODIES[loaded.page.template];
  return <Body loaded={loaded} />;
}
