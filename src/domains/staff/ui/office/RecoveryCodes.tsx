import { useState } from 'react';
import { signInMessages } from '#domains/staff/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { Checkbox } from '#ui/office/form/fields.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { saveFile } from '#ui/office/save-file.ts';

/** Shows recovery codes once. The person says that they are saved before going on. */
export function RecoveryCodes({
  codes,
  onSaved,
  action = signInMessages.continue,
}: {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
  readonly action?: string;
}) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <div className="stack">
      <div>
        <h2>{signInMessages.recoveryTitle}</h2>
        <p className="text-muted">{signInMessages.recoveryText}</p>
      </div>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="act-row">
        <Button
          icon="copy"
          onPress={async () => {
            await navigator.clipboard.writeText(codes.join('\n'));
            toastDone(signInMessages.copied);
          }}
        >
          {signInMessages.copy}
        </Button>
        <Button icon="download" onPress={() => saveFile('recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}>
          {signInMessages.download}
        </Button>
      </div>
      <Checkbox isSelected={isSaved} onChange={setIsSaved}>
        {signInMessages.savedCodes}
      </Checkbox>
      <Button tone="primary" isDisabled={!isSaved} onPress={onSaved}>
        {action}
      </Button>
    </div>
  );
}
