import { Link } from 'react-router';
import { roundMoney } from '#domains/catalogue/ui/format-price.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import type { HomeStories as Stories } from '#routes/home-stories.ts';
import { useShopName } from '#ui/shop-identity.ts';
import { homeMessages } from './messages.ts';

function Journal({ article: { path, title, summary, author } }: { article: NonNullable<Stories['article']> }) {
  return (
    <section className="journal">
      <div className="container journal-grid">
        <div className="journal-art vineyard" />
        <div className="journal-text">
          <p className="label text-muted">{homeMessages.fromTheJournal(author)}</p>
          <h2 className="heading-2">
            <Link to={path} viewTransition>
              {title}
            </Link>
          </h2>
          <p className="intro">{summary}</p>
          <Link className="link link-lone" to={path} viewTransition>
            {homeMessages.readTheStory}
            <span className="visually-hidden">: {title}</span>
          </Link>
        </div>
      </div>
    </section>
  );
}

/** Stories below the offers: the latest article, the clubs and the referral programme. */
export default function HomeStories({ article, clubs }: Stories) {
  const market = useMarketConfig();
  const credit = roundMoney(useSiteData()?.layout.referralCredit ?? 0, market);
  return (
    <>
      {article && <Journal article={article} />}
      <section className="sec">
        <div className="container panels">
          {clubs && (
            <Link className="panel" to="/wine-clubs" viewTransition>
              <div>
                <h2 className="heading-4">{homeMessages.clubsTitle}</h2>
                <p className="text-muted">{homeMessages.clubs(clubs.count)}</p>
                <span className="link link-lone">{homeMessages.seeClubs(roundMoney(clubs.fromPrice, market))}</span>
              </div>
              {clubs.caseImageUrl && <img className="panel-case" src={clubs.caseImageUrl} alt="" width="320" height="300" loading="lazy" />}
            </Link>
          )}
          <Link className="panel" to="/account/referral">
            <div>
              <h2 className="heading-4">{homeMessages.referralTitle(credit)}</h2>
              <p className="text-muted">{homeMessages.referral(credit)}</p>
              <span className="link link-lone">{homeMessages.shareYourCode}</span>
            </div>
            <p className="door-card panel-card" aria-hidden="true">
              <span>{useShopName()}</span>
              <b>{credit}</b>
              <i>{homeMessages.offFirstOrder}</i>
            </p>
          </Link>
        </div>
      </section>
    </>
  );
}
