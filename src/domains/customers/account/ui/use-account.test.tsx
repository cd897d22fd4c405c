// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useActionForm } from './use-account.ts';

// A busy machine must not make a test fail.
configure({ asyncUtilTimeout: 60_000 });
afterEach(cleanup);

function NameForm({ onDone }: { onDone: (name: string) => void }) {
  const { Form, isSubmitting, error } = useActionForm(onDone);
  return (
    <Form method="post">
      <input name="name" aria-label="Name" />
      {error !== null && <p role="alert">{error}</p>}
      <button type="submit" disabled={isSubmitting}>
        Save
      </button>
    </Form>
  );
}

/** Renders the form in a page whose action waits for `respond`. */
function renderForm() {
  const onDone = vi.fn();
  let respond: (result: unknown) => void = () => {};
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => <NameForm onDone={onDone} />,
      action: () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    },
  ]);
  render(<Page />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  return { onDone, button, respond: (result: unknown) => respond(result) };
}

test('passes the value of each success on once, and disables the button until then', async () => {
  const { onDone, button, respond } = renderForm();

  fireEvent.click(button);
  await waitFor(() => expect(button.disabled).toBe(true));
  respond({ value: 'Grace' });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  await waitFor(() => expect(button.disabled).toBe(true));
  respond({ value: 'Grace' });
  await waitFor(() => expect(button.disabled).toBe(false));

  // The effect that calls it runs after the button is shown enabled.
  await waitFor(() => expect(onDone.mock.calls).toEqual([['Grace'], ['Grace']]));
});

test('shows an error until the form is sent again, and keeps what was typed', async () => {
  const { onDone, button, respond } = renderForm();
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  fireEvent.change(input, { target: { value: 'Grace' } });

  fireEvent.click(button);
  await waitFor(() => expect(button.disabled).toBe(true));
  respond({ error: 'Too long.', code: 'too_long' });

  expect((await screen.findByRole('alert')).textContent).toBe('Too long.');
  expect(input.value).toBe('Grace');
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(onDone).not.toHaveBeenCalled();
});
