/** The views that a list shows as tabs. */
import { gridMessages } from '../messages.ts';
import { type GridLimits, type GridState, isSameView } from './grid-state.ts';
import type { GridView } from './grid-types.ts';

/** Creates a view that every shop has. @param limits those of its list */
export const builtInView = (
  limits: GridLimits,
  id: string,
  name: string,
  filters: GridState['filters'] = {},
  sort: GridState['sort'] = limits.defaultSort,
): GridView => ({ id, name, state: { q: '', filters, sort, columns: null, view: null }, isBuiltIn: true, isOwn: false });

/** Returns views with one of every row first, unless one of them already is that. It is the view of a list that is opened plainly. */
export function withAllView(views: readonly GridView[], limits: GridLimits): readonly GridView[] {
  const all = builtInView(limits, 'all', gridMessages.allView);
  return views.some((view) => isSameView(view.state, all.state)) ? views : [all, ...views];
}
