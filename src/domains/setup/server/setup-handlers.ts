/** Handlers of the checklist that leads a new shop to its first order. */
import { FIRST_RUN, OPENING } from '#domains/settings/model/groups/opening.ts';
import { type SettingGroup, SHOP_SCOPE } from '#domains/settings/model/setting-group.ts';
import { keyOf } from '#domains/settings/model/version.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import type { ActionName } from '#domains/staff/messages/activity.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { type OfficeEndpoint, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import { MARKETS } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { SETUP_STEP_TEXT } from '../messages/office.ts';
import { type SetupStep, setupSteps } from '../model/steps.ts';
import { type Setup, setupOfficeContract } from '../office-contract.ts';
import { readSetupFacts, type SetupDeps } from './setup-facts.ts';
import { createVisitPass, VISIT_PARAMETER } from './visit-pass.ts';

export interface OfficeSetupDeps extends SetupDeps {
  /** Returns the sites of this moment. */
  readonly sites: () => readonly Site[];
  /** Returns the origin of a site. */
  readonly originOf: (site: Site, officeOrigin: string) => string;
}

const worksEverywhere = ({ markets }: Pick<StaffActor, 'markets'>): boolean => MARKETS.every((market) => markets.includes(market));

export function setupOfficeEndpoints(deps: OfficeSetupDeps): OfficeEndpoint[] {
  const { database, settings, sites, originOf } = deps;

  async function read(staff: StaffActor): Promise<Setup> {
    const facts = await readSetupFacts(deps, staff.markets);
    const toView = ({ name, isDone, items }: SetupStep) => ({ name, isDone, items: [...items] });
    return {
      steps: setupSteps(facts).map(toView),
      isOpen: facts.isOpen,
      takesTestCards: facts.payments.isTest,
      isDismissed: settings.current().read(FIRST_RUN, SHOP_SCOPE).isDismissed,
      canChange: staff.may('settings.write', 'any market'),
    };
  }

  /** Saves fields of a group of the whole shop as a new version, with an entry in the activity log. */
  async function change(staff: StaffActor, group: SettingGroup, action: ActionName, fields: Readonly<Record<string, unknown>>) {
    await settings.refresh();
    const before = settings.current().read(group, SHOP_SCOPE);
    const [last] = settings.versions(group.id, SHOP_SCOPE);
    const saved = await saveSetting(
      {
        database,
        sites: sites(),
        start: settings.start,
        onSaved: (transaction, { after }) =>
          recordActivity(transaction, staff, {
            action,
            subject: { kind: 'setting', id: keyOf({ group: group.id, scope: SHOP_SCOPE }) },
            before,
            after: after.value,
          }),
      },
      {
        group: group.id,
        scope: SHOP_SCOPE,
        value: { ...before, ...fields },
        effectiveFrom: null,
        basedOn: last?.revision ?? 0,
        author: staff.name,
      },
    );
    await settings.refresh();
    if (!(saved instanceof Failure)) return ok(await read(staff));
    const [theirs] = settings.versions(group.id, SHOP_SCOPE);
    return fail('changed_meanwhile', { who: theirs?.author ?? staff.name, when: timeAgo(theirs?.createdAt ?? new Date()) });
  }

  return officeHandlers(setupOfficeContract, {
    setup: async (_input, { staff }) => ok(await read(staff)),
    async confirmSetupStep({ step, market }, { staff }) {
      if (!staff.markets.includes(market)) return fail('market_unknown', { market });
      const { confirmed } = settings.current().read(FIRST_RUN, SHOP_SCOPE);
      const name = keyOf({ group: step, scope: market });
      return change(staff, FIRST_RUN, 'setup.confirmed', { confirmed: [...new Set([...confirmed, name])] });
    },
    async dismissSetup({ isDismissed }, { staff }) {
      return worksEverywhere(staff) ? change(staff, FIRST_RUN, 'setup.dismissed', { isDismissed }) : fail('whole_shop');
    },
    async visitClosedShop(_input, { staff, origin }) {
      const query = new URLSearchParams({ [VISIT_PARAMETER]: await createVisitPass(database) });
      const own = sites().filter(({ market }) => staff.markets.includes(market));
      return ok({ links: own.map((site) => ({ site: site.host, url: `${originOf(site, origin)}/?${query}` })) });
    },
    async openShop(_input, { staff }) {
      if (!worksEverywhere(staff)) return fail('whole_shop');
      const { steps } = await read(staff);
      const missing = steps.find(({ name, isDone }) => name !== 'opening' && !isDone);
      return missing
        ? fail('not_ready', { step: SETUP_STEP_TEXT[missing.name].title })
        : change(staff, OPENING, 'shop.opened', { isOpen: true });
    },
  });
}

/** What the first screen says about the state of the shop. */
export interface ShopState {
  readonly isOpen: boolean;
  /** Null if there is no checklist to continue. */
  readonly setup: { readonly done: number; readonly total: number; readonly next: SetupStep['name'] | null } | null;
}

/** Returns what the first screen says about the shop. @returns null for an open shop */
export async function readShopState(deps: SetupDeps, staff: Pick<StaffActor, 'markets'>): Promise<ShopState | null> {
  const snapshot = deps.settings.current();
  const { isOpen } = snapshot.read(OPENING, SHOP_SCOPE);
  if (isOpen) return null;
  const isWanted = deps.settings.versions(FIRST_RUN.id, SHOP_SCOPE).length > 0 && !snapshot.read(FIRST_RUN, SHOP_SCOPE).isDismissed;
  if (!isWanted) return { isOpen, setup: null };
  const steps = setupSteps(await readSetupFacts(deps, staff.markets));
  return {
    isOpen,
    setup: {
      done: steps.filter(({ isDone }) => isDone).length,
      total: steps.length,
      next: steps.find(({ isDone }) => !isDone)?.name ?? null,
    },
  };
}
