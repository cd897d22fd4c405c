/** Everything the shop is made of, opened once at boot and handed to endpoints, pages and jobs. */
import { addressesOf } from '../../account/server/addresses.ts';
import { gatewayTokenOf, instrumentsOf, keepInstrument } from '../../account/server/instruments.ts';
import { forwardsTo } from '../../analytics/server/analytics-service.ts';
import { type EventStore, eventStore } from '../../analytics/server/event-store.ts';
import { type OfferReader, offerReader, type PictureVersion } from '../../catalogue/server/offer-reader.ts';
import type { CustomerWallet } from '../../checkout/server/customer-wallet.ts';
import type { OrderBooks } from '../../checkout/server/finish-order.ts';
import { FORM_MAIL, type FormEntries, formEntries } from '../../content/server/form-entries.ts';
import type { PageShelf } from '../../content/server/page-shelf.ts';
import { ERROR_FORWARD, type ErrorDesk, errorDesk } from '../../error-reports/server/error-desk.ts';
import type { Authentication } from '../../identity/server/authenticate.ts';
import { type Identity, openIdentity } from '../../identity/server/identity.ts';
import { IDENTITY_MAIL } from '../../identity/server/identity-mail.ts';
import type { OnTierReached } from '../../loyalty/server/ledger.ts';
import { ORDER_MAIL, type OrderDesk } from '../../orders/server/order-desk.ts';
import type { Config } from '../../platform/server/config.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import type { Jobs } from '../../platform/server/jobs.ts';
import { type Mailer, mailboxMailer, smtpMailer } from '../../platform/server/mail/mailer.ts';
import { type SandboxGateway, sandboxGateway } from '../../sandbox-gateway/server/sandbox-gateway.ts';
import type { SearchIndexes } from '../../search/server/index-service.ts';
import type { SearchKeys } from '../../search/server/search-keys.ts';
import type { LocalityTable } from '../../shipping/localities.ts';
import { type DeliveryEstimates, deliveryEstimates } from '../../shipping/server/delivery-estimates.ts';
import { loadLocalities } from '../../shipping/server/locality-table.ts';
import { openSubdivisions, type SubdivisionOf } from '../../shipping/server/subdivisions.ts';
import { stripeGateway } from '../../vendors/server/stripe-gateway.ts';
import type { ClubDesk } from '../../wine-club/server/club-desk.ts';
import { deliveryDeclined, deliveryPaid } from '../../wine-club/server/outcomes.ts';
import { clubPost } from './club-mail.ts';
import { tierReached } from './loyalty-desk.ts';
import { type StripeAccount, stripeOf } from './stripe-account.ts';

export interface Shop {
  readonly config: Config;
  readonly database: Database;
  readonly offers: OfferReader;
  readonly search: SearchIndexes;
  readonly searchKeys: SearchKeys;
  readonly content: PageShelf;
  readonly forms: FormEntries;
  readonly auth: Authentication;
  readonly identity: Identity;
  /** The sandbox's own page asks it, whichever gateway the orders are paid with. */
  readonly gateway: SandboxGateway;
  /** Stripe, where orders are paid with it. */
  readonly stripe: StripeAccount | null;
  readonly books: OrderBooks;
  readonly desk: OrderDesk;
  readonly clubs: ClubDesk;
  readonly localities: LocalityTable;
  readonly estimates: DeliveryEstimates;
  readonly subdivisionOf: SubdivisionOf;
  readonly onTierReached: OnTierReached;
  readonly mailer: Mailer;
  readonly errors: ErrorDesk;
  /** What browsers tell of their shoppers. */
  readonly events: EventStore;
}

/** The account's addresses and cards, for the checkout below it. */
const WALLET: CustomerWallet = {
  addresses: addressesOf,
  cards: (queries, owner) => instrumentsOf(queries, owner),
  gatewayToken: gatewayTokenOf,
  keep: keepInstrument,
};

/** Open every service over a migrated database. */
export function openShop(
  config: Config,
  database: Database,
  jobs: Jobs,
  { search, searchKeys, content }: Pick<Shop, 'search' | 'searchKeys' | 'content'>,
  pictureVersion: PictureVersion,
): Shop {
  const sandbox = sandboxGateway(database);
  const stripe = stripeOf(config);
  const gateway = stripe ? stripeGateway(stripe.client, database) : sandbox;
  const tell: OrderDesk['tell'] = (transaction, mail) => jobs.queue(transaction, ORDER_MAIL, { ...mail });
  const post = clubPost(config, jobs);
  const books: OrderBooks = {
    database,
    gateway,
    wallet: WALLET,
    onPlaced: async (transaction, order, keptCard) => {
      await tell(transaction, { kind: 'receipt', orderId: order.id });
      await deliveryPaid(transaction, post, order, keptCard);
    },
    // Members are told by the club what follows for their membership.
    onDeclined: async (transaction, order) => {
      if (!(await deliveryDeclined(transaction, post, order))) await tell(transaction, { kind: 'payment-failed', orderId: order.id });
    },
  };
  const localities = loadLocalities();
  const errors = errorDesk(
    database,
    config.ERROR_REPORTS_URL ? (transaction, job) => jobs.queue(transaction, ERROR_FORWARD, { ...job }) : null,
  );
  const identity = openIdentity(
    config,
    database,
    (transaction, mail) => jobs.queue(transaction, IDENTITY_MAIL, { ...mail }),
    (error) => {
      console.error('Identity:', error);
      errors.report(error, { component: 'identity', action: '' });
    },
  );
  return {
    config,
    database,
    errors,
    offers: offerReader(database, pictureVersion),
    search,
    searchKeys,
    content,
    forms: formEntries(database, (transaction, job) => jobs.queue(transaction, FORM_MAIL, job)),
    auth: identity.auth,
    identity,
    gateway: sandbox,
    stripe,
    books,
    desk: { database, gateway, tell },
    clubs: { ...post, books },
    localities,
    estimates: deliveryEstimates(database, localities),
    subdivisionOf: openSubdivisions(config.GEO_DATABASE),
    onTierReached: tierReached(config, jobs),
    events: eventStore(database, forwardsTo(config) !== null),
    mailer: config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : mailboxMailer(database),
  };
}
