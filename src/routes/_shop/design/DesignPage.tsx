import { data, Link } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { CardSkeleton } from '#domains/catalogue/ui/CardSkeleton.tsx';
import { OfferCard } from '#domains/catalogue/ui/OfferCard.tsx';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { client } from '#lib/client.ts';
import { pageContext } from '#routes/_layout/page-context.ts';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { Tag } from '#ui/Tag.tsx';
import { showToast } from '#ui/toast-store.ts';
import type { Route } from './+types/DesignPage.ts';
import { COLOURS, KINDS, SPACES, TYPE } from './tokens.ts';
import './design.css';

/** @throws the router's 404 if development pages are not served */
export async function loader({ context }: Route.LoaderArgs) {
  const { transport, withDevPages } = context.get(pageContext);
  if (!withDevPages) throw data(null, { status: 404 });
  const calls = client(searchContract, transport);
  const lists = await Promise.all((['wine', 'spirits'] as const).map((kind) => calls.list({ kind, search: '' })));
  const offers = lists.flatMap((list) => (list.ok ? list.value.hits : []));
  return { byCategory: [...new Map(offers.map((offer) => [offer.category, offer])).values()], offers: offers.slice(0, 4) };
}

export const meta: Route.MetaFunction = () => [{ title: 'Design system · Cellardoor' }, { name: 'robots', content: 'noindex' }];

const ICONS: readonly IconName[] = [
  'search',
  'menu',
  'cart',
  'person',
  'heart',
  'van',
  'phone',
  'bottle',
  'calendar',
  'key',
  'info',
  'tick',
];

/** Design system page: all components of the shop. */
export default function DesignPage({ loaderData: { byCategory, offers } }: Route.ComponentProps) {
  const isWhisky = useSiteData()?.site.kind === 'spirits';
  return (
    <div className="wrap ds">
      <header className="ds-head">
        <h1 className="d52">Design system</h1>
        <p className="lede">What every page is made of. Light and dark follow the system; the whisky room is dark.</p>
        <p className="row">
          <Link className="link link-lone" to="/dev/design">
            {isWhisky ? 'The whisky room' : 'Wine'}
          </Link>
          <Link className="link link-lone" to="/dev/design/whisky">
            The whisky theme
          </Link>
        </p>
      </header>
      <Colours />
      <Type />
      <Space />
      <Controls />
      <Fields />
      <Toasts />
      <Cards offers={offers} />
      <Drawings offers={byCategory} />
      <States />
    </div>
  );
}

const Colours = () => (
  <section className="ds-part">
    <h2 className="d38">Colour</h2>
    <ul className="ds-swatches">
      {COLOURS.map(({ name, use }) => (
        <li key={name}>
          <span className="ds-swatch" style={{ background: `var(--${name})` }} />
          <b>{name}</b>
          <span className="small quiet">{use}</span>
        </li>
      ))}
    </ul>
    <h3 className="d21">Kinds of the catalogue</h3>
    <ul className="ds-swatches">
      {KINDS.map((kind) => (
        <li key={kind}>
          <span className="ds-swatch ds-kind" style={{ background: `var(--g-${kind})`, borderBottomColor: `var(--k-${kind})` }} />
          <b>{kind}</b>
        </li>
      ))}
    </ul>
  </section>
);

const Type = () => (
  <section className="ds-part">
    <h2 className="d38">Type</h2>
    <dl className="ds-type">
      {TYPE.map(({ name, words }) => (
        <div key={name}>
          <dt className="small quiet">{name}</dt>
          <dd className={name}>{words}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const Space = () => (
  <section className="ds-part">
    <h2 className="d38">Space</h2>
    <ul className="ds-spaces">
      {SPACES.map((name) => (
        <li key={name}>
          <span style={{ width: `var(--${name})` }} />
          <span className="small quiet">{name}</span>
        </li>
      ))}
    </ul>
  </section>
);

const Controls = () => (
  <section className="ds-part">
    <h2 className="d38">Buttons, links and signs</h2>
    <p className="row">
      <button type="button" className="btn btn-fill btn-tall">
        The one thing to press
      </button>
      <button type="button" className="btn btn-fill">
        Add to cart
      </button>
      <button type="button" className="btn btn-line">
        Something else
      </button>
      <button type="button" className="btn btn-fill" disabled>
        Not now
      </button>
      <button type="button" className="btn btn-fill" aria-busy="true">
        <span className="spin" aria-hidden="true" />
        On its way
      </button>
    </p>
    <p>
      A{' '}
      <Link to="/wines" className="link">
        link in a sentence
      </Link>{' '}
      is underlined; a{' '}
      <Link to="/wines" className="link link-lone">
        link alone
      </Link>{' '}
      is as tall as a finger.
    </p>
    <div className="row">
      <Tag words="Last 8 cases" isAlert />
      <Tag words="One case each" />
    </div>
    <ul className="ds-icons">
      {ICONS.map((name) => (
        <li key={name}>
          <Icon name={name} />
          <span className="small quiet">{name}</span>
        </li>
      ))}
    </ul>
  </section>
);

const Fields = () => (
  <section className="ds-part">
    <h2 className="d38">Fields</h2>
    <div className="ds-fields">
      <div className="field">
        <label htmlFor="ds-name">First name</label>
        <input className="input" id="ds-name" defaultValue="Grace" aria-describedby="ds-name-hint" />
        <p className="hint" id="ds-name-hint">
          A sentence that helps before anything is wrong.
        </p>
      </div>
      <div className="field bad">
        <label htmlFor="ds-email">Email</label>
        <input className="input" id="ds-email" defaultValue="grace@" aria-invalid aria-describedby="ds-email-fault" />
        <p className="fault" id="ds-email-fault">
          Please enter an e-mail address, like name@example.com.
        </p>
      </div>
      <div className="field">
        <label htmlFor="ds-state">State</label>
        <select className="select" id="ds-state">
          <option>VIC</option>
          <option>WA</option>
        </select>
      </div>
      <label className="check">
        <input type="checkbox" defaultChecked />
        <span>Leave my order in a safe place if no one’s home (authority to leave)</span>
      </label>
    </div>
  </section>
);

const Toasts = () => (
  <section className="ds-part">
    <h2 className="d38">Toasts</h2>
    <p className="quiet">They close after five seconds, wait under a pointer or the focus, and go when dragged away.</p>
    <p className="row">
      <button
        type="button"
        className="btn btn-line"
        onClick={() => showToast({ title: 'Item added to your cart!', text: '', tone: 'good' })}
      >
        Show a good one
      </button>
      <button
        type="button"
        className="btn btn-line"
        onClick={() => showToast({ title: 'Refreshing your cart...', text: 'Apologies, but the offer has sold out!', tone: 'bad' })}
      >
        Show a bad one
      </button>
    </p>
  </section>
);

const Cards = ({ offers }: { offers: readonly CatalogueHit[] }) => (
  <section className="ds-part">
    <h2 className="d38">Cards</h2>
    <div className="shelf">
      {offers.map((offer) => (
        <OfferCard key={offer.offerId} offer={offer} action={null} />
      ))}
    </div>
    <h3 className="d21">While they are fetched</h3>
    <div className="shelf">
      {offers.map((offer) => (
        <CardSkeleton key={offer.offerId} />
      ))}
    </div>
  </section>
);

const Drawings = ({ offers }: { offers: readonly CatalogueHit[] }) => (
  <section className="ds-part">
    <h2 className="d38">Bottles</h2>
    <p className="quiet">Drawn from the offer’s own words: shape and glass by kind, label by the producer.</p>
    <ul className="ds-bottles">
      {offers.map((offer) => (
        <li key={offer.offerId} className={`k-${CATEGORIES[offer.category].kind}`}>
          <div className="ground">
            <OfferPicture offer={offer} alt={`${offer.category}: ${offer.name}`} />
          </div>
          <b>{offer.category}</b>
        </li>
      ))}
    </ul>
  </section>
);

const States = () => (
  <section className="ds-part">
    <h2 className="d38">Nothing here</h2>
    <div className="ds-fields">
      {(['shelf', 'box', 'door'] as const).map((drawing) => (
        <EmptyState
          key={drawing}
          drawing={drawing}
          title="Said in words"
          action={
            <Link className="btn btn-fill" to="/wines">
              With a way on
            </Link>
          }
        >
          <p>What is not here, and why.</p>
        </EmptyState>
      ))}
    </div>
  </section>
);
