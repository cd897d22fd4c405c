import { data, type RouterContextProvider } from 'react-router';
import { loyaltyContract } from '#domains/customers/loyalty/contract.ts';
import type { LoyaltyConfig } from '#domains/customers/loyalty/model/programme-values.ts';
import { PREVIEW_PARAMETER } from '#domains/settings/model/preview-parameter.ts';
import { client } from '#lib/client.ts';
import { pageContext } from '#routes/page-context.ts';

interface LoaderInput {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

/** Loads the programme for a page, with the change that its link previews. @throws a response with the status of the call */
export async function loadProgramme({ context, request }: LoaderInput): Promise<LoyaltyConfig> {
  const preview = new URL(request.url).searchParams.get(PREVIEW_PARAMETER);
  const config = await client(loyaltyContract, context.get(pageContext).transport).config(preview === null ? {} : { preview });
  if (!config.ok) throw data(null, { status: config.status });
  return config.value;
}
