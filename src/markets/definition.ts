/** Types of market definitions. No other code compares market names or uses them as keys of a table. */

/** Suburb, state and postcode of an address. Suburb and state are empty in markets without them. */
export interface LocalityParts {
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
}

/** Version of the law on selling alcohol by delivery. A new rule is a new row with the day it begins. */
export interface AlcoholLaw {
  /** State code; null for every state without its own row. */
  readonly state: string | null;
  /** ISO day from which it applies. */
  readonly from: string;
  /** Minimum age of the buyer in years. */
  readonly minimumAge: number;
  /** Named in the licence notice; empty if the market's general notice is enough. */
  readonly act: string;
  /** True if an order may be left unattended at the buyer's request when it does not arrive on the day it was placed. */
  readonly mayBeLeft: boolean;
}

/** Delivery fees and free delivery. Amounts are cents. */
export interface ShippingTable {
  readonly defaultCents: number;
  /** Fees of other regions by state code [SHIP-1]. */
  readonly regions: Readonly<Record<string, number>>;
  /** Free from this many cases [SHIP-6]. Null if cases do not count. */
  readonly freeFromCases: number | null;
  /** Free from this order value after discounts [SHIP-8]. Null if the value does not count. */
  readonly freeFromCents: number | null;
  /** True if offers that are sold by the single bottle count as cases [SHIP-7]. */
  readonly singleBottlesCount: boolean;
  readonly freeMessage: string;
}

/** Postcodes from the first to the last. Both have all digits of the market, so that they compare as text. */
export type PostcodeRange = readonly [first: string, last: string];

/** Postcodes with delivery fees of their own. Amounts are cents. */
export interface DeliveryZone {
  readonly name: string;
  readonly postcodes: readonly PostcodeRange[];
  /** False if nothing is delivered there. */
  readonly isServed: boolean;
  /** Fees up to a weight, from light to heavy. */
  readonly bands: readonly { readonly upToGrams: number; readonly cents: number }[];
  /** For every started kilogram above the last band. */
  readonly perKilogramCents: number;
  /** Free delivery of the zone. Null if that of the market applies. */
  readonly free: Pick<ShippingTable, 'freeFromCases' | 'freeFromCents' | 'freeMessage'> | null;
}

/** The zones of a market, no postcode in two of them. */
export interface DeliveryZones {
  /** Weight of a bottle with its part of the box, by which labels are weighed, too. */
  readonly bottleGrams: number;
  readonly list: readonly DeliveryZone[];
}

/**
 * What totals are calculated from besides the cart: settings of a market at one moment. The server takes them from its settings, pages
 * get those of their site.
 */
export interface SellingTerms {
  /** Fees [SHIP-1, SHIP-2, SHIP-3, SHIP-4] and the messages of free delivery [SHIP-11, SHIP-12]. */
  readonly shipping: ShippingTable;
  /** Tax included in every price, in percent. */
  readonly taxPercent: number;
  /** True if postcodes may have fees of their own. Left out otherwise. */
  readonly hasZones?: true;
  /** Only on the server. Left out if there are none. */
  readonly zones?: DeliveryZones;
}

export interface MarketDefinition<Code extends string = string> {
  readonly market: Code;
  readonly country: string;
  /** Adjective of the country, as in "Australian dollars". */
  readonly demonym: string;
  readonly locale: string;
  readonly currency: string;
  readonly currencySymbol: '$';
  readonly taxName: string;
  /** Name of the seller's tax number on invoices, such as ABN. */
  readonly taxIdName: string;
  readonly searchIndex: string;
  /** True if customers of the market may see secret offers. */
  readonly hasSecretOffers: boolean;
  /** The notice that a licensed seller must show next to alcohol for sale. */
  readonly licenceNotice: string;
  readonly timeZone: string;
  /** Time zones of states that differ from the market's. */
  readonly stateTimeZones: Readonly<Record<string, string>>;
  /**
   * Codes of the states, or of other delivery zones. A market with states has a table of its localities in data/. Empty if addresses
   * have neither suburb nor state.
   */
  readonly states: readonly string[];
}

/** Rules of addresses, phones and the law. Separate, because browsers load them only with address forms and orders. */
export interface DeliveryRules {
  readonly alcoholLaws: readonly AlcoholLaw[];
  /** What the law calls the document about a refund by a seller who is registered for the tax: `Adjustment note`. */
  readonly creditNoteName: string;
  readonly address: {
    readonly postcodeDigits: number;
    /** Region whose fees and holidays apply if the market has no states. */
    readonly region: string | null;
    /** Autocomplete token of the street field. */
    readonly streetAutoComplete: string;
    readonly streetHelp: string | undefined;
    readonly postcodeError: string;
    /** Formats a locality: `Clifton Hill VIC 3068`, `Singapore 288913`. */
    format(locality: LocalityParts): string;
    /** Returns true if postcodes that begin with these two digits are in use. Only for markets without states. */
    isServedSector(sector: number): boolean;
    /** Returns the state that a postcode suggests; null if unknown. The state in the address takes precedence. */
    stateOfPostcode(postcode: string): string | null;
  };
  readonly phone: {
    readonly placeholder: string;
    readonly error: string;
    /** Matches a number without separators and country code. */
    readonly pattern: RegExp;
    /** Matches the country code in front of a number. */
    readonly countryCode: RegExp;
    /** Replaces the country code. */
    readonly trunkPrefix: string;
    /** Groups digits for reading: `0412 345 678`. */
    format(phone: string): string;
  };
}

/** A public holiday. */
export interface PublicHoliday {
  /** ISO day. */
  readonly date: string;
  readonly name: string;
  /** State codes; empty for the whole market. */
  readonly regions: readonly string[];
}

/** Days of the week, as `Date.getUTCDay` counts them. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** When orders are sent and delivered, as the retailer enters it. A day of the week is true if orders are sent on it. */
export interface DispatchSettings extends Readonly<Record<Weekday, boolean>> {
  /** Region that orders are sent from: a state code, or the region of a market without states. Its holidays and clock count. */
  readonly region: string;
  /** Local time until which an order is sent the same day: `14:00`. */
  readonly cutOff: string;
  readonly deliversOnSaturdays: boolean;
  /** Days between the bounds of an estimate [SHIP-18]. */
  readonly windowDays: number;
  /** Beginnings of postcodes with a narrower estimate. */
  readonly nearPostcodes: readonly string[];
  readonly nearWindowDays: number;
  /** Holidays of a single town are omitted. */
  readonly holidays: readonly PublicHoliday[];
}

/** Delivery as the retailer enters it. Amounts are dollars. */
export interface ShippingSettings {
  readonly fee: number;
  readonly zones: readonly { readonly states: readonly string[]; readonly fee: number }[];
  readonly freeFromCases: number | null;
  readonly freeFromValue: number | null;
  readonly singleBottlesCount: boolean;
  /** With the placeholder `{cases}` or `{amount}`. */
  readonly freeMessage: string;
}

/** Defaults of a market's settings, and how the settings are explained. Only the server loads them. */
export interface MarketSettings {
  /** [SHIP-1, SHIP-2, SHIP-3, SHIP-4, SHIP-11, SHIP-12] */
  readonly shipping: ShippingSettings;
  readonly taxPercent: number;
  /** Credit of friend and referrer [REF-2, REF-3]. */
  readonly referralCreditCents: number;
  readonly supportPhone: string;
  readonly liquorLicence: string;
  readonly sellerName: string;
  readonly taxId: string;
  /** Name of the seller's tax number in emails. */
  readonly sellerIdName: string;
  readonly postalAddress: string;
  /** Example values for messages about missing settings. */
  readonly examples: { readonly sellerName: string; readonly liquorLicence: string; readonly taxId: string };
  /** Title of the tax number: `Australian Business Number`. */
  readonly taxIdTitle: string;
  /** Former names of the variables of the seller, by prefix. */
  readonly formerNames: { readonly SELLER_NAME: string; readonly TAX_ID: string; readonly LIQUOR_LICENCE: string } | null;
  /** True if analytics may begin before the shopper chooses. */
  readonly analyticsBeforeChoice: boolean;
  /** Hours without notifications, `21-8`. */
  readonly quietHours: string;
  /** Yearly spending for each loyalty tier, in dollars, unless the retailer imports its own programme. */
  readonly loyaltySpend: { readonly SILVER: number; readonly GOLD: number; readonly BLACK: number };
  /** Rate by which a proposed import mapping multiplies the prices of a list. The retailer sets the real one. */
  readonly priceListRate: number;
}
