// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { useRef } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { useEarlyClick } from '#ui/use-early-click.ts';
import { EARLY_CLICKS_CODE } from './early-clicks.ts';

function Button({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEarlyClick(button, onClick);
  return (
    <button type="button" data-early="" ref={button} onClick={onClick} suppressHydrationWarning>
      Add
    </button>
  );
}
afterEach(cleanup);

/** Renders the button as a page does before hydration. */
function serve(): HTMLButtonElement {
  const host = document.createElement('div');
  host.innerHTML = renderToString(<Button onClick={() => undefined} />);
  document.body.replaceChildren(host);
  const button = host.querySelector('button');
  if (!button) throw new Error('there is no button');
  return button;
}
const hydrate = (button: HTMLButtonElement, onClick: () => void) =>
  act(async () => void hydrateRoot(button.parentElement ?? document.body, <Button onClick={onClick} />));

new Function(EARLY_CLICKS_CODE)();

test('repeats a click from before hydration once and shows the button as busy until then', async () => {
  const button = serve();
  button.click();
  button.click();
  expect(button.getAttribute('aria-busy')).toBe('true');

  const handleClick = vi.fn();
  await hydrate(button, handleClick);
  expect(handleClick).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-busy')).toBeNull();
});

test('does nothing without such a click, and records none after hydration', async () => {
  const button = serve();
  const handleClick = vi.fn();
  await hydrate(button, handleClick);
  expect(handleClick).not.toHaveBeenCalled();

  button.click();
  expect(handleClick).toHaveBeenCalledTimes(1);
  expect(button.dataset.early).toBeUndefined();
});
