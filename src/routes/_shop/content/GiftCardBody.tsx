import { Link } from 'react-router';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { BlockColumn } from '#domains/content/ui/Blocks.tsx';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import { GiftCardForm } from './GiftCardForm.tsx';
import type { LoadedPage } from './load-page.ts';
import { PageBlocks } from './PageBlocks.tsx';
import { breadcrumbsTo } from './page-head.ts';
import './GiftCardBody.css';
import { giftCardMessages as m } from './messages.ts';

/** Gift card page: the cards of its offers blocks as amounts to choose from, followed by its other blocks. */
export function GiftCardBody({ loaded }: { loaded: LoadedPage }) {
  const { page, offers } = loaded;
  const cards = page.blocks
    .flatMap((block) => (block.type === 'offers' ? block.offerIds : []))
    .flatMap((id) => offers[id] ?? [])
    .filter(({ category }) => CATEGORIES[category].kind === 'gift')
    .sort((a, b) => a.packPrice - b.packPrice);
  const withoutForm = { ...loaded, page: { ...page, blocks: page.blocks.filter(({ type }) => type !== 'offers') } };
  return (
    <article className="container">
      <Breadcrumbs breadcrumbs={breadcrumbsTo(page)} />
      <header className="article-head">
        {page.kicker && <p className="label text-muted">{page.kicker}</p>}
        <h1 className="heading-2">{page.title}</h1>
        {page.summary && <p className="intro">{page.summary}</p>}
        <p className="gift-card-balance">
          <Link className="link link-lone" to="/gift-cards/balance">
            {m.checkBalance}
          </Link>
        </p>
      </header>
      {cards.length > 0 ? <GiftCardForm cards={cards} now={loaded.now} /> : <p className="text-muted">{m.none}</p>}
      <BlockColumn className="gift-card-words">
        <PageBlocks loaded={withoutForm} />
      </BlockColumn>
    </article>
  );
}
