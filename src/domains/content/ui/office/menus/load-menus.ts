/** The menu calls of the office's browser application, and the loader of the screen. */
import type { LoaderFunctionArgs } from 'react-router';
import { menuOfficeContract } from '#domains/content/menu-office-contract.ts';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const menuCalls = officeClient(menuOfficeContract);

/** Loads the menus of a site, of the first one without a name. */
export const loadMenus = async ({ params }: LoaderFunctionArgs) => valueOrThrow(await menuCalls.menus({ site: params.site ?? '' }));
