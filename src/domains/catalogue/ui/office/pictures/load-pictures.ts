/** The loaders of the list of pictures and of one picture. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { pictureCalls } from './picture-calls.ts';
import { PICTURE_LIMITS } from './picture-list-spec.tsx';

export const { loader: loadPictures, shouldRevalidate: revalidatePictures } = listLoader(PICTURE_LIMITS, (input, limit) =>
  pictureCalls.pictures({ ...input, limit }),
);

export const loadPicture = async ({ params }: LoaderFunctionArgs) => valueOrThrow(await pictureCalls.picture({ id: params.id ?? '' }));
