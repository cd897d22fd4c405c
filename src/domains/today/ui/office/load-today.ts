/** The loader of the first screen. Charts load after it. */
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { todayCalls } from './today-calls.ts';

export const loadToday = async () => valueOrThrow(await todayCalls.today({}));

/** Another range of the charts changes nothing that waits. */
export const revalidateToday = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
