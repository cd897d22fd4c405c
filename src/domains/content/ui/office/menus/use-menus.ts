/** State of the editor of menus: the draft, what is wrong with it, saving, and conflicts with colleagues. */
import { useRef, useState } from 'react';
import type { MenusView, MenuTarget } from '#domains/content/menu-office-contract.ts';
import { menuMessages as text } from '#domains/content/messages/office-menus.ts';
import { changedMenus, listOf, menuIssues, mergeMenus, withList } from '#domains/content/model/menu-edit.ts';
import { MENU_NAMES, MENUS, type MenuEntry, type MenuList, type MenuName, type Menus } from '#domains/settings/model/groups/menus.ts';
import { alsoChanged, valueAt, versionAt } from '#domains/settings/model/scheduled-effects.ts';
import { instantInZone } from '#markets/market-day.ts';
import { formatMoment } from '#ui/office/format-time.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { menuCalls } from './load-menus.ts';

export interface MenuConflict {
  readonly title: string;
  readonly current: MenusView;
}

/** The menus of the release. */
const RELEASE: Menus = MENUS.schema.parse({});

const scheduleOf = ({ value, versions }: MenusView) => ({ group: MENUS, defaults: RELEASE, value, versions });

export function useMenus(loaded: MenusView) {
  const [base, setBase] = useState(loaded);
  const [draft, setDraft] = useState<Menus>(loaded.value);
  /** Targets that were checked when their links were added. */
  const [checked, setChecked] = useState<readonly MenuTarget[]>([]);
  const [isLater, setIsLater] = useState(false);
  const [from, setFrom] = useState('');
  const [note, setNote] = useState('');
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<MenuConflict | null>(null);
  const { site, defaults, timeZone } = base;

  const changed = changedMenus(base.value, draft, defaults);
  // A toast that undoes is pressed when the state has gone on.
  const latest = useRef({ base, draft });
  latest.current = { base, draft };
  const issues = menuIssues(site, draft);
  const notes = new Map([...base.problems, ...checked].flatMap(({ to, note: why }) => (why === '' ? [] : [[to, why] as const])));
  const linked = new Set(MENU_NAMES.flatMap((name) => listOf(draft, name, defaults).links.map(({ to }) => to)));

  function accept(view: MenusView): void {
    setBase(view);
    setDraft(view.value);
    setChecked([]);
    setIsLater(false);
    setFrom('');
    setNote('');
    setError(null);
    setConflict(null);
  }

  /** Takes over what was saved elsewhere. Menus that are not saved yet stay on the screen. */
  function adopt(view: MenusView): void {
    const now = latest.current;
    if (changedMenus(now.base.value, now.draft, defaults).length > 0) {
      setDraft(mergeMenus(now.base.value, now.draft, view.value, defaults));
      setBase(view);
      setError(null);
    } else accept(view);
  }

  /** Returns the menus that those on the screen are applied to: of the chosen moment, else those in force by now. */
  function startOf(view: MenusView): Menus {
    const moment = isLater ? instantInZone(timeZone, from) : null;
    return MENUS.schema.parse(valueAt(scheduleOf(view), moment?.getTime() ?? Date.now()));
  }

  /** Lists the moments of scheduled menus that those on the screen change too. */
  function listAlsoChanged(): readonly string[] {
    const at = isLater ? instantInZone(timeZone, from)?.getTime() : Date.now();
    if (changed.length === 0 || at === undefined) return [];
    const before = startOf(base);
    return alsoChanged(scheduleOf(base), { before, after: mergeMenus(base.value, draft, before, defaults), at, hasSecrets: false });
  }

  async function revert(revision: number, basedOn: number): Promise<void> {
    const done = await menuCalls.revertMenus({ site, revision, basedOn });
    if (!done.ok) return toastFailed(done.title);
    adopt(done.value);
    toastDone(text.undone);
  }

  /** Returns the version in force by now, 0 for the menus of the release. */
  const inForce = ({ versions }: MenusView): number => versionAt(versions, Date.now())?.revision ?? 0;

  async function send(value: Menus, before: MenusView): Promise<void> {
    setIsPending(true);
    setError(null);
    const changes = mergeMenus(before.value, value, startOf(before), defaults);
    const replaced = inForce(before);
    const saved = await menuCalls.saveMenus({ site, value: changes, basedOn: before.revision, from: isLater ? from : null, note });
    if (saved.ok) {
      const { revision, versions } = saved.value;
      // Those after it carry the change over to what was scheduled.
      const version = versions.find((each) => each.revision === before.revision + 1);
      if (isLater && version) toastDone(text.scheduled(formatMoment(version.effectiveFrom, timeZone)));
      else toastDone(text.saved, () => void revert(replaced, revision));
      accept(saved.value);
    } else if (saved.code === 'changed_meanwhile') {
      const current = await menuCalls.menus({ site });
      if (current.ok) setConflict({ title: saved.title, current: current.value });
      else setError(current.title);
    } else setError(saved.title);
    setIsPending(false);
  }

  const setList = (name: MenuName, list: MenuList): void => setDraft((before) => withList(before, name, list, defaults));
  return {
    view: base,
    draft,
    changed,
    issues,
    isDirty: changed.length > 0,
    isPending,
    error,
    conflict,
    isLater,
    from,
    note,
    setIsLater,
    setFrom,
    setNote,
    adopt,
    alsoChanged: listAlsoChanged().map((moment) => formatMoment(moment, timeZone)),
    list: (name: MenuName): MenuList => listOf(draft, name, defaults),
    setList,
    setLinks: (name: MenuName, links: readonly MenuEntry[]): void =>
      setDraft((before) => withList(before, name, { ...listOf(before, name, defaults), links }, defaults)),
    /** Replaces all menus by those of a file. */
    fill: setDraft,
    /** Remembers what is at the address of a new link. */
    remember: (target: MenuTarget): void => setChecked((known) => [...known.filter(({ to }) => to !== target.to), target]),
    /** Why visitors do not find what a link leads to. */
    noteOf: (to: string): string | null => notes.get(to) ?? null,
    problemCount: [...notes.keys()].filter((to) => linked.has(to)).length,
    discard: () => accept(base),
    save(): void {
      if (isLater && from === '') setError(text.laterMissing);
      else void send(draft, base);
    },
    keepTheirs: () => conflict && accept(conflict.current),
    /** Applies the menus that the person changed to the current ones. */
    keepYours(): void {
      if (!conflict) return;
      const merged = mergeMenus(base.value, draft, conflict.current.value, defaults);
      setConflict(null);
      setBase(conflict.current);
      setDraft(merged);
      void send(merged, conflict.current);
    },
  };
}

export type MenuEditor = ReturnType<typeof useMenus>;
