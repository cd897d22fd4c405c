import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerPrompt, askForSignIn, askForStepUp, sessionPrompt, showPrompts } from './session-prompts.ts';

let hide = (): void => undefined;
beforeEach(() => {
  hide = showPrompts();
});
afterEach(() => hide());

test('calls that meet the same obstacle share one prompt', async () => {
  const asked = [askForSignIn(), askForSignIn()];
  expect(sessionPrompt.current()).toBe('sign-in');
  answerPrompt('sign-in', true);
  expect(await Promise.all(asked)).toEqual([true, true]);
  expect(sessionPrompt.current()).toBeNull();
});

test('the sign-in is asked before a confirmation, which follows', async () => {
  const stepUp = askForStepUp();
  const signIn = askForSignIn();
  expect(sessionPrompt.current()).toBe('sign-in');
  answerPrompt('sign-in', true);
  expect(await signIn).toBe(true);
  expect(sessionPrompt.current()).toBe('step-up');
  answerPrompt('step-up', false);
  expect(await stepUp).toBe(false);
  expect(sessionPrompt.current()).toBeNull();
});

test('nobody is asked where nothing shows the prompt, so that a page can lead to the sign-in', async () => {
  const asked = askForSignIn();
  hide();
  expect(await asked).toBe(false);
  expect(await askForSignIn()).toBe(false);
  expect(sessionPrompt.current()).toBeNull();
});
