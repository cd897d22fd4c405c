/** What the office has to ask the person: to sign in again, or to confirm who they are. SessionDialogs.tsx shows it. */
import { createStore } from '#ui/create-store.ts';

export type SessionPrompt = 'sign-in' | 'step-up';

const store = createStore<SessionPrompt | null>(null);

/** The open prompt, for `useSyncExternalStore`. */
export const sessionPrompt: Pick<typeof store, 'subscribe' | 'current' | 'onServer'> = store;

const waiting: Record<SessionPrompt, ((isAnswered: boolean) => void)[]> = { 'sign-in': [], 'step-up': [] };

let isShown = false;

/** Lets prompts be asked while something shows them. Before that, a call that meets an obstacle fails. @returns ends it */
export function showPrompts(): () => void {
  isShown = true;
  return () => {
    isShown = false;
    for (const prompt of ['step-up', 'sign-in'] as const) answerPrompt(prompt, false);
  };
}

/** Opens a prompt, or joins the open one. A sign-in is asked before a confirmation. */
function ask(prompt: SessionPrompt): Promise<boolean> {
  return new Promise((resolve) => {
    if (!isShown) return resolve(false);
    waiting[prompt].push(resolve);
    if (store.current() !== 'sign-in') store.set(prompt);
  });
}

/** Waits until the person has signed in again. */
export const askForSignIn = (): Promise<boolean> => ask('sign-in');

/** Waits until the person has confirmed who they are. */
export const askForStepUp = (): Promise<boolean> => ask('step-up');

/** Ends a prompt. @param isAnswered false if the person declined */
export function answerPrompt(prompt: SessionPrompt, isAnswered: boolean): void {
  const resolved = waiting[prompt].splice(0);
  store.set(prompt === 'sign-in' && waiting['step-up'].length > 0 ? 'step-up' : null);
  for (const resolve of resolved) resolve(isAnswered);
}
