/** The loader of the activity log. */
import type { LoaderFunctionArgs } from 'react-router';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { ACTIVITY_LIMITS, toActivityInput } from './activity-list-spec.tsx';
import { peopleCalls } from './people-calls.ts';

/** People whom the filter by person offers. */
const MAX_PEOPLE = 200;

const activityLoader = listLoader(ACTIVITY_LIMITS, (input, limit) => peopleCalls.activity({ ...toActivityInput(input), limit }));

export async function loadActivity(args: LoaderFunctionArgs) {
  const subject = new URL(args.request.url).searchParams.get('filter[subject]') ?? '';
  const [list, people, about] = await Promise.all([
    activityLoader.loader(args),
    peopleCalls.staffList({ limit: MAX_PEOPLE }),
    // The name of the one record that the list is about.
    subject.includes(':') ? peopleCalls.activity({ 'filter[subject]': subject, limit: 1 }) : null,
  ]);
  return { ...list, people: people.ok ? people.value.rows : [], about: about?.ok ? about.value.subject : null };
}

export const revalidateActivity = activityLoader.shouldRevalidate;
