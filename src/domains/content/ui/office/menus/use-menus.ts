/** State of the editor of menus: the draft, what is wrong with it, saving, and conflicts with colleagues. */
import { useState } from 'react';
import type { MenusView, MenuTarget } from '#domains/content/menu-office-contract.ts';
import { menuMessages as text } from '#domains/content/messages/office-menus.ts';
import { changedMenus, listOf, menuIssues, mergeMenus, withList } from '#domains/content/model/menu-edit.ts';
import { MENU_NAMES, type MenuEntry, type MenuList, type MenuName, type Menus } from '#domains/settings/model/groups/menus.ts';
import { formatMoment } from '#ui/office/format-time.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { menuCalls } from './load-menus.ts';

export interface MenuConflict {
  readonly title: string;
  readonly current: MenusView;
}

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

  async function revert(revision: number, basedOn: number): Promise<void> {
    const done = await menuCalls.revertMenus({ site, revision, basedOn });
    if (!done.ok) return toastFailed(done.title);
    accept(done.value);
    toastDone(text.undone);
  }

  /** Returns the version in force, 0 for the menus of the release. */
  const inForce = ({ versions }: MenusView): number => versions.find(({ state }) => state === 'in_force')?.revision ?? 0;

  async function send(value: Menus, before: MenusView): Promise<void> {
    setIsPending(true);
    setError(null);
    const saved = await menuCalls.saveMenus({ site, value, basedOn: before.revision, from: isLater ? from : null, note });
    if (saved.ok) {
      const { revision, versions } = saved.value;
      const version = versions.find((each) => each.revision === revision);
      if (isLater && version) toastDone(text.scheduled(formatMoment(version.effectiveFrom, timeZone)));
      else toastDone(text.saved, () => void revert(inForce(before), revision));
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
    accept,
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
