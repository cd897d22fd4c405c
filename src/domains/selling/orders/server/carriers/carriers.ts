/** The carriers of the shop. Everything else knows a carrier by its port, never by its name. */
import { carrierMessages as text } from '#domains/selling/orders/messages/carriers.ts';
import type { ParcelUpdate } from '#domains/selling/orders/model/labels/tracking.ts';
import type { CarrierSettings } from '#domains/settings/model/groups/carriers.ts';
import { CARRIER_NAMES, CARRIER_TITLES, type CarrierName } from '#lib/carrier-names.ts';
import type { Config } from '#lib/server/config.ts';
import { toGrams } from '#lib/weight.ts';
import type { Market } from '#markets/market.ts';
import { addressLabels } from '../labels/address-labels.ts';
import { type Box, type Carrier, CarrierRefusal } from '../labels/carrier-port.ts';
import { type AuspostAccount, auspost, testAuspost } from './auspost.ts';
import { hasBearer } from './bearer.ts';
import { readShippitUpdates, shippit, testShippit } from './shippit.ts';
import { hasStarshipitSignature, readStarshipitUpdates, type StarshipitAccount, starshipit, testStarshipit } from './starshipit.ts';

/** What a market chose. */
export interface CarrierChoice {
  /** The carrier from which new labels are bought. */
  readonly carrier: Carrier;
  /** Code of the service for many orders at once; empty for the carrier's choice. */
  readonly service: string;
  readonly bottleGrams: number;
  readonly box: Box;
}

export interface Carriers {
  readonly choiceOf: (market: Market) => CarrierChoice;
  /** Ids of the carriers that are told which parcels are handed over. */
  readonly handsOver: readonly string[];
  /** Ids of the carriers that are asked where parcels are. */
  readonly tracked: readonly string[];
  /** Finds the carrier of a label, with the keys of its market. @returns null for one that the shop does not know */
  readonly find: (market: Market, id: string) => Carrier | null;
}

type CarrierUrls = Pick<Config, 'AUSPOST_URL' | 'SHIPPIT_URL' | 'STARSHIPIT_URL' | 'STARSHIPIT_REQUESTS_PER_SECOND'>;

/** A request to the webhook of a carrier. */
export interface WebhookRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface CarrierWebhook {
  /** Returns true if the sender knows the secret. */
  readonly isAuthentic: (request: WebhookRequest, secret: string) => boolean;
  /** Reads what is reported. @returns null for anything else */
  readonly readUpdates: (body: unknown) => readonly ParcelUpdate[] | null;
}

interface CarrierAdapter {
  /** Connects with the keys of a market. @returns null if one is missing */
  readonly connect: (settings: CarrierSettings, urls: CarrierUrls) => Carrier | null;
  /** Tries the keys. @throws Error that says why they do not work */
  readonly test: (settings: CarrierSettings, urls: CarrierUrls, signal: AbortSignal) => Promise<void>;
  /** Null for a carrier that does not report by itself. */
  readonly webhook: CarrierWebhook | null;
  /** True if it is asked where parcels are: it reports nothing by itself, or a shop may do without its webhook. */
  readonly isAsked: boolean;
}

const shippitAccount = ({ shippitKey: key }: CarrierSettings, { SHIPPIT_URL: url }: CarrierUrls) =>
  key === null ? null : { id: 'shippit', name: CARRIER_TITLES.shippit, url, key };

function auspostAccount(
  { auspostAccount: account, auspostKey: key, auspostPassword: password, auspostIsTest: isTest }: CarrierSettings,
  { AUSPOST_URL: url }: CarrierUrls,
): AuspostAccount | null {
  if (account === null || key === null || password === null) return null;
  return { id: 'auspost', name: CARRIER_TITLES.auspost, url: `${url}${isTest ? '/test' : ''}/shipping/v1`, account, key, password };
}

function starshipitAccount(
  { starshipitKey: key, starshipitSubscriptionKey: subscriptionKey }: CarrierSettings,
  { STARSHIPIT_URL: url, STARSHIPIT_REQUESTS_PER_SECOND: perSecond }: CarrierUrls,
): StarshipitAccount | null {
  if (key === null || subscriptionKey === null) return null;
  return { id: 'starshipit', name: CARRIER_TITLES.starshipit, url, key, subscriptionKey, perSecond };
}

const ADAPTERS: Readonly<Record<CarrierName, CarrierAdapter>> = {
  auspost: {
    connect: (settings, urls) => {
      const account = auspostAccount(settings, urls);
      return account && auspost(account);
    },
    test: async (settings, urls, signal) => {
      const account = auspostAccount(settings, urls);
      if (account === null) throw new CarrierRefusal(text.noKey(CARRIER_TITLES.auspost));
      await testAuspost(account, signal);
    },
    webhook: null,
    isAsked: true,
  },
  shippit: {
    connect: (settings, urls) => {
      const account = shippitAccount(settings, urls);
      return account && shippit(account);
    },
    test: async (settings, urls, signal) => {
      const account = shippitAccount(settings, urls);
      if (account === null) throw new CarrierRefusal(text.noKey(CARRIER_TITLES.shippit));
      await testShippit(account, signal);
    },
    webhook: { isAuthentic: hasBearer, readUpdates: readShippitUpdates },
    isAsked: false,
  },
  starshipit: {
    connect: (settings, urls) => {
      const account = starshipitAccount(settings, urls);
      return account && starshipit(account);
    },
    test: async (settings, urls, signal) => {
      const account = starshipitAccount(settings, urls);
      if (account === null) throw new CarrierRefusal(text.noKey(CARRIER_TITLES.starshipit));
      await testStarshipit(account, signal);
    },
    webhook: { isAuthentic: hasStarshipitSignature, readUpdates: readStarshipitUpdates },
    isAsked: true,
  },
};

/** A carrier without its key. Nothing can be bought, and nothing seems cancelled. */
function withoutKey(id: CarrierName): Carrier {
  const name = CARRIER_TITLES[id];
  const refuse = () => Promise.reject(new CarrierRefusal(text.noKey(name)));
  return { id, name, quote: refuse, buyLabel: refuse, findLabel: refuse, handOver: refuse, track: refuse, cancelLabel: refuse };
}

/** Creates the registry. Each call reads the settings of its moment. */
export function createCarriers(settingsOf: (market: Market) => CarrierSettings, urls: CarrierUrls): Carriers {
  const find: Carriers['find'] = (market, id) => {
    if (id === addressLabels.id) return addressLabels;
    const name = CARRIER_NAMES.find((each) => each === id);
    return name === undefined ? null : (ADAPTERS[name].connect(settingsOf(market), urls) ?? withoutKey(name));
  };
  return {
    handsOver: CARRIER_NAMES,
    tracked: CARRIER_NAMES.filter((name) => ADAPTERS[name].isAsked),
    choiceOf: (market) => {
      const { carrier, service, bottleKilograms, boxLength: length, boxWidth: width, boxHeight: height } = settingsOf(market);
      return {
        box: { length, width, height },
        carrier: find(market, carrier) ?? addressLabels,
        service,
        bottleGrams: toGrams(bottleKilograms),
      };
    },
    find,
  };
}

/** Tries the keys of the chosen carrier. @throws Error that says why they do not work */
export async function testCarrier(name: CarrierName, settings: CarrierSettings, urls: CarrierUrls, signal: AbortSignal): Promise<void> {
  await ADAPTERS[name].test(settings, urls, signal);
}

/** Returns the webhook of a carrier. */
export const webhookOf = (name: CarrierName): CarrierWebhook | null => ADAPTERS[name].webhook;
