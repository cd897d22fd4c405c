/** An email as its readers see it, with the texts of the form while a person types, and a test to their own address. */
import { useEffect, useRef, useState } from 'react';
import { emailTextMessages as text } from '#domains/settings/messages/office.ts';
import type { SettingView } from '#domains/settings/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { Segmented } from '#ui/office/Segmented.tsx';
import { settingCalls } from './setting-calls.ts';
import type { SettingForm } from './use-setting-form.ts';

interface Rendered {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

type View = 'desktop' | 'phone' | 'plain';
const VIEWS = (['desktop', 'phone', 'plain'] as const).map((value) => ({ value, label: text.views[value] }));

/** Pause in typing after which the preview is rendered again, in ms. */
const PAUSE_MS = 400;

/** Returns what the values look like, and why they look like nothing. */
function usePreview({ group, scope }: Pick<SettingView, 'group' | 'scope'>, values: string) {
  const [rendered, setRendered] = useState<Rendered | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    let isCurrent = true;
    const render = async (): Promise<void> => {
      const result = await settingCalls.previewEmail({ group: group.id, scope, value: JSON.parse(values) });
      if (!isCurrent) return;
      if (result.ok) setRendered(result.value);
      setProblem(result.ok ? null : result.title);
    };
    const timer = setTimeout(() => void render(), isFirst.current ? 0 : PAUSE_MS);
    isFirst.current = false;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [group.id, scope, values]);
  return { rendered, problem };
}

export function EmailPreview({ setting, form }: { readonly setting: SettingView; readonly form: SettingForm }) {
  const { rendered, problem } = usePreview(setting, JSON.stringify(form.values()));
  const [view, setView] = useState<View>('desktop');
  const [isSending, setIsSending] = useState(false);
  const sendTest = async (): Promise<void> => {
    form.tried();
    if (!form.isValid()) return;
    setIsSending(true);
    const result = await settingCalls.sendTestEmail({ group: setting.group.id, scope: setting.scope, value: form.values() });
    setIsSending(false);
    if (result.ok) toastDone(text.sent(result.value.to));
    else toastFailed(result.title);
  };
  return (
    <section className="panel" aria-labelledby="email-preview">
      <div className="panel-head">
        <h2 id="email-preview">{text.preview}</h2>
        <Button icon="mail" onPress={() => void sendTest()} isPending={isSending}>
          {text.sendTest}
        </Button>
      </div>
      <div className="panel-body stack">
        <Segmented label={text.view} options={VIEWS} value={view} onChange={setView} />
        {problem !== null && (
          <p className="notice notice-bad" role="status">
            {problem}
          </p>
        )}
        {rendered && (
          <p>
            <span className="text-muted">{text.subject}</span> <strong>{rendered.subject}</strong>
          </p>
        )}
        {rendered && view !== 'plain' && (
          // Without scripts, forms and an origin of its own.
          <iframe className={`email-frame is-${view}`} title={text.frame} sandbox="" srcDoc={rendered.html} />
        )}
        {rendered && view === 'plain' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reached by keyboard
          <pre className="record-code email-plain" tabIndex={0}>
            {rendered.text}
          </pre>
        )}
        <p className="text-muted small">{text.sample}</p>
      </div>
    </section>
  );
}
