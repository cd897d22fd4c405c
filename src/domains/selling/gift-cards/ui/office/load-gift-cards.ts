/** The loaders of the list of gift cards and of one card. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { giftCardCalls } from './gift-card-calls.ts';
import { GIFT_CARD_LIMITS } from './gift-card-list-spec.tsx';

const list = listLoader(GIFT_CARD_LIMITS, (input, limit) => giftCardCalls.giftCards({ ...input, limit }));

export const revalidateGiftCards = list.shouldRevalidate;

export async function loadGiftCards(args: LoaderFunctionArgs) {
  const [page, liability] = await Promise.all([list.loader(args), giftCardCalls.giftCardLiability({})]);
  return { ...page, liability: liability.ok ? liability.value.markets : [] };
}

export const loadGiftCard = async ({ params }: LoaderFunctionArgs) => valueOrThrow(await giftCardCalls.giftCard({ id: params.id ?? '' }));
