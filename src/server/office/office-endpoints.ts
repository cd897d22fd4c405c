/** Binds the office calls of all contracts to their handlers. */
import { fileURLToPath } from 'node:url';
import { wineOfficeEndpoints } from '#domains/catalogue/server/office/wine-handlers.ts';
import { createWineListSync } from '#domains/catalogue/server/office/wine-list-sync.ts';
import type { ShopOrigin } from '#domains/catalogue/server/office/wine-view.ts';
import { pictureOfficeEndpoints } from '#domains/catalogue/server/pictures/office-picture-handlers.ts';
import { inboxOfficeEndpoints } from '#domains/content/server/office-inbox-handlers.ts';
import { menuOfficeEndpoints } from '#domains/content/server/office-menu-handlers.ts';
import { pageOfficeEndpoints } from '#domains/content/server/office-page-handlers.ts';
import { redirectOfficeEndpoints } from '#domains/content/server/office-redirect-handlers.ts';
import { redirectImportOfficeEndpoints } from '#domains/content/server/redirect-import-handlers.ts';
import { customerOfficeEndpoints } from '#domains/customers/account/server/office-customer-handlers.ts';
import { isBuiltInIdentity } from '#domains/customers/identity/server/allowed-origins.ts';
import { importOfficeEndpoints } from '#domains/imports/server/office-import-handlers.ts';
import { scheduleOfficeEndpoints } from '#domains/imports/server/office-schedule-handlers.ts';
import { crmMarkets } from '#domains/outbound/crm/server/hubspot.ts';
import { mailOfficeEndpoints } from '#domains/outbound/mail/server/office-mail-handlers.ts';
import { reportOfficeEndpoints } from '#domains/reports/server/report-handlers.ts';
import { claimOfficeEndpoints } from '#domains/selling/claims/server/office-claim-handlers.ts';
import { supplierClaimOfficeEndpoints } from '#domains/selling/claims/server/supplier-handlers.ts';
import { SUPPLIER_MAIL } from '#domains/selling/claims/server/supplier-mail.ts';
import { clubRecordOfficeEndpoints } from '#domains/selling/clubs/server/club-record-handlers.ts';
import { clubOfficeEndpoints } from '#domains/selling/clubs/server/office-club-handlers.ts';
import { draftOrderOfficeEndpoints } from '#domains/selling/draft-orders/server/draft-handlers.ts';
import { giftCardOfficeEndpoints } from '#domains/selling/gift-cards/server/office-gift-card-handlers.ts';
import { collectionOfficeEndpoints } from '#domains/selling/orders/server/collection-handlers.ts';
import { deliveryOfficeEndpoints } from '#domains/selling/orders/server/delivery-handlers.ts';
import { createDocumentShopOf } from '#domains/selling/orders/server/document-shop-of.ts';
import { labelOfficeEndpoints } from '#domains/selling/orders/server/labels/label-handlers.ts';
import { lineOfficeEndpoints } from '#domains/selling/orders/server/line-handlers.ts';
import { orderOfficeEndpoints } from '#domains/selling/orders/server/office-order-handlers.ts';
import { emailSender } from '#domains/selling/orders/server/order-emails.ts';
import { outcomeOfficeEndpoints } from '#domains/selling/orders/server/outcomes/outcome-handlers.ts';
import { sheetOfficeEndpoints } from '#domains/selling/stock/server/sheet-handlers.ts';
import { readBins } from '#domains/selling/stock/server/stock-bin.repository.ts';
import { stockOfficeEndpoints } from '#domains/selling/stock/server/stock-handlers.ts';
import { creditOfficeEndpoints } from '#domains/selling/store-credit/server/office-credit-handlers.ts';
import { createMailTexts } from '#domains/settings/model/mail-texts.ts';
import { marketShopName, readMailTexts } from '#domains/settings/server/mail-texts.ts';
import { settingOfficeEndpoints } from '#domains/settings/server/office-setting-handlers.ts';
import { readShopState, setupOfficeEndpoints } from '#domains/setup/server/setup-handlers.ts';
import type { OfficeEndpoint } from '#domains/staff/server/office-handlers.ts';
import { ownAccountEndpoints } from '#domains/staff/server/own-account-handlers.ts';
import { signInEndpoints } from '#domains/staff/server/sign-in-handlers.ts';
import { staffEndpoints } from '#domains/staff/server/staff-handlers.ts';
import { viewEndpoints } from '#domains/staff/server/view-handlers.ts';
import { systemRecordEndpoints } from '#domains/system/server/record-handlers.ts';
import { systemOfficeEndpoints } from '#domains/system/server/system-handlers.ts';
import { todayOfficeEndpoints } from '#domains/today/server/today-handlers.ts';
import { marketOrigin } from '#lib/server/market-settings.ts';
import { perMarket } from '#markets/market.ts';
import { siteOrigin } from '#markets/origins.ts';
import type { AppServices } from '#server/create-services.ts';
import { systemDepsOf } from '#server/jobs/scheduler.ts';
import { labelDepsOf } from '#server/label-deps-of.ts';
import { PERSONAL_DATA } from '#server/personal-data.ts';
import { IMPORT_TARGET } from '#server/record-types.ts';
import { SETTING_REFUSALS } from '#server/setting-refusals.ts';
import { connectionTests } from './connection-tests.ts';
import { createDraftDeps } from './create-draft-deps.ts';
import { createMenuDeps } from './create-menu-deps.ts';
import { createPageDeps, findOfferIds } from './create-page-deps.ts';
import { createSetupDeps } from './create-setup-deps.ts';
import { describeField, nameSetting, settingKeys } from './describe-fields.ts';
import { renderSample } from './mail-samples.ts';

/** Source maps of the build, which are not served. */
const MAPS_FOLDER = fileURLToPath(new URL('../../../build/maps', import.meta.url));

/** Returns all calls of the office. @param readOpenApi returns their OpenAPI document */
export const officeEndpoints = (services: AppServices, readOpenApi: () => Record<string, unknown>): OfficeEndpoint[] => {
  const { staff, settings, orderDeps, clubDeps, config, database, errors } = services;
  const wineList = createWineListSync(database, (error) => errors.report(error, { component: 'office', action: 'wine list' }));
  const shopOrigin =
    (officeOrigin: string): ShopOrigin =>
    (market, kind) => {
      const site = config.sites.find((one) => one.market === market && one.kind === kind);
      return site ? siteOrigin(site.host, config.PUBLIC_URL, officeOrigin) : null;
    };
  return [
    ...signInEndpoints(staff),
    ...ownAccountEndpoints(staff),
    ...staffEndpoints(staff, { describeField, nameSetting, settings: () => settingKeys(config.sites) }, readOpenApi),
    ...viewEndpoints(staff.database),
    ...todayOfficeEndpoints(database, (staff) => readShopState(createSetupDeps(services), staff)),
    ...reportOfficeEndpoints(database),
    ...wineOfficeEndpoints({
      database,
      list: wineList,
      shopOrigin: ({ origin }) => shopOrigin(origin),
      shopNameOf: (market) => marketShopName(settings.current(), config.sites, market),
    }),
    ...orderOfficeEndpoints(orderDeps, {
      taxPercentAt: (market, at) => settings.at(at).terms[market].taxPercent,
      documentShopOf: createDocumentShopOf(settings, config),
      readBins,
    }),
    ...outcomeOfficeEndpoints(database),
    ...labelOfficeEndpoints(labelDepsOf(services)),
    ...deliveryOfficeEndpoints(
      {
        ...orderDeps,
        localities: services.localities,
        termsOf: (market) => settings.current().terms[market],
        deliveryDays: services.checkoutDeps.deliveryDays,
      },
      (market, at) => settings.at(at).terms[market].taxPercent,
    ),
    ...lineOfficeEndpoints(orderDeps, (market, at) => settings.at(at).terms[market].taxPercent),
    ...collectionOfficeEndpoints(orderDeps, (market, at) => settings.at(at).terms[market].taxPercent),
    ...draftOrderOfficeEndpoints(createDraftDeps(services, wineList)),
    ...claimOfficeEndpoints(orderDeps),
    ...supplierClaimOfficeEndpoints({
      database,
      queueMail: (transaction, id, to) => services.jobs.queue(transaction, SUPPLIER_MAIL, { id, to }),
    }),
    ...giftCardOfficeEndpoints(database, {
      readTexts: (market) => readMailTexts(settings.current(), config.sites, market, 'gift-card'),
      originOf: (officeOrigin, market) => shopOrigin(officeOrigin)(market, 'wine') ?? shopOrigin(officeOrigin)(market, 'spirits'),
    }),
    ...clubOfficeEndpoints(clubDeps),
    ...clubRecordOfficeEndpoints({ database, shopOrigin }),
    ...creditOfficeEndpoints(database),
    ...importOfficeEndpoints({
      database,
      target: IMPORT_TARGET,
      taxPercent: () => perMarket((market) => settings.current().terms[market].taxPercent),
    }),
    ...scheduleOfficeEndpoints({ database, folder: config.IMPORT_WATCH_DIR ?? null }),
    ...pictureOfficeEndpoints({ database, findOffers: findOfferIds(services) }),
    ...customerOfficeEndpoints({
      database,
      localities: services.localities,
      queueMail: services.identity.queueMail,
      originOf: (market) => marketOrigin(config, market),
      personalData: PERSONAL_DATA,
      onTierReached: services.onTierReached,
      loyaltyDecidedBy: (market) => (crmMarkets(config).includes(market) ? 'Your CRM' : null),
      ownsAccounts: isBuiltInIdentity(config),
    }),
    ...stockOfficeEndpoints(database),
    ...sheetOfficeEndpoints(database),
    ...pageOfficeEndpoints(createPageDeps(services)),
    ...menuOfficeEndpoints(createMenuDeps(services)),
    ...inboxOfficeEndpoints(database),
    ...mailOfficeEndpoints({ database, jobs: services.jobs }),
    ...settingOfficeEndpoints({
      database,
      settings,
      sites: () => config.sites,
      publicUrl: config.PUBLIC_URL,
      connectionTests: connectionTests(services),
      renderSample: (mail, market, changed) => {
        const shopName = marketShopName(settings.current(), config.sites, market);
        const texts = createMailTexts(shopName, (each) => (each === mail ? changed : {}));
        const source = { config: services.configNow(), terms: settings.current().terms, textsOf: () => texts };
        return renderSample(services.renderMail, mail, { market, shop: emailSender(source, market) });
      },
      mailer: services.mailer,
      refusals: SETTING_REFUSALS,
    }),
    ...systemOfficeEndpoints(systemDepsOf(services)),
    ...setupOfficeEndpoints(createSetupDeps(services)),
    ...systemRecordEndpoints(database, MAPS_FOLDER),
    ...redirectOfficeEndpoints(services.database, services.content),
    ...redirectImportOfficeEndpoints(createMenuDeps(services)),
  ];
};
