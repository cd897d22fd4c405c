import { conflictMessages } from './messages.ts';

/** Says that a colleague changed the record while the person edits it. Announced when it appears. */
export const ColleagueNotice = ({ isShown }: { readonly isShown: boolean }) => (
  <div role="status">{isShown && <p className="notice notice-wait">{conflictMessages.changedWhileEditing}</p>}</div>
);
