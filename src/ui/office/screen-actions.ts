/** The actions that the open screen offers to the command palette and to addresses. */
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** Search parameter that names the action that a screen starts with. The screen reads it once and removes it. */
const ACTION_PARAM = 'action';

const offered = new Map<string, () => void>();

/** Returns the address of a screen that starts with an action: `/staff?action=inviteStaff`. */
export const actionPath = (screen: string, action: string): string => `${screen}?${new URLSearchParams({ [ACTION_PARAM]: action })}`;

/** Returns true if the open screen offers an action now. */
export const isOffered = (action: string): boolean => offered.has(action);

/** Starts an action that the open screen offers. Does nothing if it no longer does. */
export const startOffered = (action: string): void => offered.get(action)?.();

/** Actions by their name in the palette's list; false for one that the person may not do or that the record does not allow. */
type Actions = Readonly<Record<string, (() => void) | false>>;

const runIn = (actions: Actions, name: string): void => {
  const action = actions[name];
  if (action) action();
};

/** Offers what can be done with the open record. A link to the record cannot start it, because some of it has no dialog. */
export function useRecordActions(actions: Actions): void {
  const names = Object.keys(actions)
    .filter((name) => actions[name])
    .join(' ');
  const start = useEffectEvent((name: string): void => runIn(actions, name));
  useEffect(() => {
    const listed = names.split(' ').filter(Boolean);
    for (const name of listed) offered.set(name, () => start(name));
    return () => {
      for (const name of listed) offered.delete(name);
    };
  }, [names]);
}

/** Offers the dialogs of a screen, and opens the one that the address names. */
export function useScreenActions(actions: Actions): void {
  useRecordActions(actions);
  const [params, setParams] = useSearchParams();
  const named = params.get(ACTION_PARAM);
  const start = useEffectEvent((name: string): void => {
    runIn(actions, name);
    setParams(
      (before) => {
        before.delete(ACTION_PARAM);
        return before;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (named !== null) start(named);
  }, [named]);
}
