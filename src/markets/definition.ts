/** What a market file states: the facts that several domains use. Tables of one domain are keyed by `Market` there. No other code compares market names. */

/** Suburb, state and postcode of an address. Suburb and state are empty in markets without them. */
export interface LocalityParts {
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
}

/** Version of the law on selling alcohol by delivery. A new rule is a new row with the day it begins. */
export interface AlcoholLaw {
  /** State code; null for every state without a row of its own. */
  readonly state: string | null;
  /** ISO day from which it holds. */
  readonly from: string;
  /** Years a buyer must have completed. */
  readonly minimumAge: number;
  /** Named in the licence notice; empty if the market's general notice is enough. */
  readonly act: string;
  /** True if an order may be left unattended at the buyer's request when it does not arrive on the day it was placed. */
  readonly mayBeLeft: boolean;
}

export interface MarketDefinition<Code extends string = string> {
  readonly market: Code;
  readonly country: string;
  /** As in "Australian dollars". */
  readonly demonym: string;
  readonly locale: string;
  readonly currency: string;
  readonly currencySymbol: '$';
  /** Tax included in every price, in percent. */
  readonly taxPercent: number;
  readonly taxName: string;
  /** Name of the seller's tax number on invoices, such as ABN. */
  readonly taxIdName: string;
  /** Name of the seller's tax number in emails. */
  readonly sellerIdName: string;
  readonly referralCreditCents: number;
  readonly searchIndex: string;
  /** True if customers of the market may see secret offers. */
  readonly hasSecretOffers: boolean;
  /** The notice a licensed seller must show beside alcohol for sale. */
  readonly licenceNotice: string;
  readonly timeZone: string;
  /** Time zones of states that differ from the market's. */
  readonly stateTimeZones: Readonly<Record<string, string>>;
  /** State codes. Empty if addresses have neither suburb nor state. */
  readonly states: readonly string[];
  /** Note beside the delivery charge as long as the region is unknown; empty for none. */
  readonly feeNote: string;
}

/** Rules of addresses, phones and the law. Apart from the rest, because browsers load them only with address forms and orders. */
export interface DeliveryRules {
  readonly alcoholLaws: readonly AlcoholLaw[];
  readonly address: {
    readonly postcodeDigits: number;
    /** Region whose fees and holidays count if the market has no states. */
    readonly region: string | null;
    /** Autocomplete token of the street field. */
    readonly streetAutoComplete: string;
    readonly streetHelp: string | undefined;
    readonly postcodeError: string;
    /** `Clifton Hill VIC 3068`, `Singapore 288913` */
    format(locality: LocalityParts): string;
    /** Returns true if postcodes that begin with these two digits are in use. Only for markets without states. */
    isServedSector(sector: number): boolean;
  };
  readonly phone: {
    readonly placeholder: string;
    readonly error: string;
    /** Matches a number without separators and country code. */
    readonly pattern: RegExp;
    /** Matches the country code in front of a number. */
    readonly countryCode: RegExp;
    /** Put in place of the country code. */
    readonly trunkPrefix: string;
    /** Groups digits for reading: `0412 345 678`. */
    format(phone: string): string;
  };
}

/** Values of the sample shop for the settings of a market, and how the settings are explained. Only the server loads them. */
export interface MarketSettings {
  readonly supportPhone: string;
  readonly liquorLicence: string;
  readonly sellerName: string;
  readonly taxId: string;
  readonly postalAddress: string;
  /** Example values for messages about missing settings. */
  readonly examples: { readonly sellerName: string; readonly liquorLicence: string; readonly taxId: string };
  /** `Australian Business Number` */
  readonly taxIdTitle: string;
  /** Former names of the variables of the seller, by prefix. */
  readonly formerNames: { readonly SELLER_NAME: string; readonly TAX_ID: string; readonly LIQUOR_LICENCE: string } | null;
  /** True if analytics may begin before the shopper chooses. */
  readonly analyticsBeforeChoice: boolean;
  /** Hours without notifications, `21-8`. */
  readonly quietHours: string;
}
