/** The loader of the activity log. */
import type { LoaderFunctionArgs } from 'react-router';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { ACTIVITY_LIMITS, toActivityInput } from './activity-list-spec.tsx';
import { peopleCalls } from './people-calls.ts';

/** People whom the filter by person offers. */
const MAX_PEOPLE = 200;

const activityLoader = listLoader(ACTIVITY_LIMITS, (input, limit) => peopleCalls.activity({ ...toActivityInput(input), limit }));

export async function loadActivity(args: LoaderFunctionArgs) {
  const [list, people] = await Promise.all([activityLoader.loader(args), peopleCalls.staffList({ limit: MAX_PEOPLE })]);
  return { ...list, people: people.ok ? people.value.rows : [] };
}

export const revalidateActivity = activityLoader.shouldRevalidate;
