/** The loaders of the settings. */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { settingCalls } from './setting-calls.ts';

export const loadSettings = async () => valueOrThrow(await settingCalls.settingGroups({}));

/** Loads a group in a scope; without a scope the first one that the person may see. */
export async function loadSetting({ params }: LoaderFunctionArgs) {
  const { group = '', scope } = params;
  if (scope !== undefined) return valueOrThrow(await settingCalls.setting({ group, scope }));
  const { groups } = valueOrThrow(await settingCalls.settingGroups({}));
  const first = groups.find(({ id }) => id === group)?.scopes[0]?.id ?? 'shop';
  throw redirect(`/settings/${encodeURIComponent(group)}/${encodeURIComponent(first)}`);
}
