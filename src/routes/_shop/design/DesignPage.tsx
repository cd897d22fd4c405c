import { data, Link } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { CardSkeleton } from '#domains/catalogue/ui/CardSkeleton.tsx';
import { OfferCard } from '#domains/catalogue/ui/OfferCard.tsx';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { client } from '#lib/client.ts';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import { pageContext } from '#routes/page-context.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Choice, SelectField, TextField } from '#ui/form/Field.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { Tag } from '#ui/Tag.tsx';
import { showToast } from '#ui/toast-store.ts';
import type { Route } from './+types/DesignPage.ts';
import { COLOURS, KINDS, SPACES, TYPE } from './tokens.ts';
import './DesignPage.css';
import type { PageHandle } from '#routes/page-handle.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

/** @throws the router's 404 if development pages are not served */
export async function loader({ context }: Route.LoaderArgs) {
  const { transport, withDevPages } = context.get(pageContext);
  if (!withDevPages) throw data(null, { status: 404 });
  const calls = client(searchContract, transport);
  const lists = await Promise.all((['wine', 'spirits'] as const).map((kind) => calls.list({ kind, search: '' })));
  const offers = lists.flatMap((list) => (list.ok ? list.value.hits : []));
  return { byCategory: [...new Map(offers.map((offer) => [offer.category, offer])).values()], offers: offers.slice(0, 4) };
}

export const meta: Route.MetaFunction = () => [{ title: 'Design system · Cellardoor' }];

const ICONS: readonly IconName[] = ['search', 'menu', 'cart', 'person', 'heart', 'van', 'key', 'info', 'tick'];

/** Design system page: all components of the shop. */
export default function DesignPage({ loaderData: { byCategory, offers } }: Route.ComponentProps) {
  const isWhisky = useSiteData()?.site.kind === 'spirits';
  return (
    <div className="container ds">
      <header className="design-head">
        <h1 className="heading-2">Design system</h1>
        <p className="intro">What every page is made of. Light and dark follow the system; the whisky room is dark.</p>
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
  <section className="design-part">
    <h2 className="heading-3">Colour</h2>
    <ul className="design-swatches">
      {COLOURS.map(({ name, use }) => (
        <li key={name}>
          <span className="design-swatch" style={{ background: `var(--${name})` }} />
          <b>{name}</b>
          <span className="small text-muted">{use}</span>
        </li>
      ))}
    </ul>
    <h3 className="heading-5">Kinds of the catalogue</h3>
    <ul className="design-swatches">
      {KINDS.map((kind) => (
        <li key={kind}>
          <span className="design-swatch design-kind" style={{ background: `var(--g-${kind})`, borderBottomColor: `var(--k-${kind})` }} />
          <b>{kind}</b>
        </li>
      ))}
    </ul>
  </section>
);

const Type = () => (
  <section className="design-part">
    <h2 className="heading-3">Type</h2>
    <dl className="design-type">
      {TYPE.map(({ name, words }) => (
        <div key={name}>
          <dt className="small text-muted">{name}</dt>
          <dd className={name}>{words}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const Space = () => (
  <section className="design-part">
    <h2 className="heading-3">Space</h2>
    <ul className="design-spaces">
      {SPACES.map((name) => (
        <li key={name}>
          <span style={{ width: `var(--${name})` }} />
          <span className="small text-muted">{name}</span>
        </li>
      ))}
    </ul>
  </section>
);

const Controls = () => (
  <section className="design-part">
    <h2 className="heading-3">Buttons, links and signs</h2>
    <p className="row">
      <button type="button" className="button button-primary button-tall">
        The one thing to press
      </button>
      <button type="button" className="button button-primary">
        Add to cart
      </button>
      <button type="button" className="button button-outline">
        Something else
      </button>
      <button type="button" className="button button-primary" disabled>
        Not now
      </button>
      <button type="button" className="button button-primary" aria-busy="true">
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
      <Tag label="Last 8 cases" isAlert />
      <Tag label="One case each" />
    </div>
    <ul className="design-icons">
      {ICONS.map((name) => (
        <li key={name}>
          <Icon name={name} />
          <span className="small text-muted">{name}</span>
        </li>
      ))}
    </ul>
  </section>
);

const Fields = () => (
  <section className="design-part">
    <h2 className="heading-3">Fields</h2>
    <div className="design-fields">
      <TextField id="ds-name" label="First name" hint="A sentence that helps before anything is wrong." defaultValue="Grace" />
      <TextField id="ds-email" label="Email" error="Enter an email address, like name@example.com" defaultValue="grace@" />
      <SelectField id="ds-state" label="State">
        <option>VIC</option>
        <option>WA</option>
      </SelectField>
      <Choice defaultChecked>Leave my order in a safe place if no one’s home (authority to leave)</Choice>
    </div>
  </section>
);

const Toasts = () => (
  <section className="design-part">
    <h2 className="heading-3">Toasts</h2>
    <p className="text-muted">They close after five seconds, wait under a pointer or the focus, and go when dragged away.</p>
    <p className="row">
      <button
        type="button"
        className="button button-outline"
        onClick={() => showToast({ title: 'Item added to your cart!', text: '', tone: 'good' })}
      >
        Show a good one
      </button>
      <button
        type="button"
        className="button button-outline"
        onClick={() => showToast({ title: 'Refreshing your cart...', text: 'Apologies, but the offer has sold out!', tone: 'bad' })}
      >
        Show a bad one
      </button>
    </p>
  </section>
);

const Cards = ({ offers }: { offers: readonly CatalogueHit[] }) => (
  <section className="design-part">
    <h2 className="heading-3">Cards</h2>
    <div className="product-grid">
      {offers.map((offer) => (
        <OfferCard key={offer.offerId} offer={offer} action={null} />
      ))}
    </div>
    <h3 className="heading-5">While they are fetched</h3>
    <div className="product-grid">
      {offers.map((offer) => (
        <CardSkeleton key={offer.offerId} />
      ))}
    </div>
  </section>
);

const Drawings = ({ offers }: { offers: readonly CatalogueHit[] }) => (
  <section className="design-part">
    <h2 className="heading-3">Bottles</h2>
    <p className="text-muted">Drawn from the offer’s own words: shape and glass by kind, label by the producer.</p>
    <ul className="design-bottles">
      {offers.map((offer) => (
        <li key={offer.offerId} className={`k-${CATEGORIES[offer.category].kind}`}>
          <div className="backdrop">
            <OfferPicture offer={offer} alt={`${offer.category}: ${offer.name}`} />
          </div>
          <b>{offer.category}</b>
        </li>
      ))}
    </ul>
  </section>
);

const States = () => (
  <section className="design-part">
    <h2 className="heading-3">Nothing here</h2>
    <div className="design-fields">
      {(['shelf', 'box', 'door'] as const).map((drawing) => (
        <EmptyState
          key={drawing}
          drawing={drawing}
          title="Said in words"
          action={
            <Link className="button button-primary" to="/wines">
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
