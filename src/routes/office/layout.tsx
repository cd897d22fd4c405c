/** The layout of every screen after the sign-in: loads who is signed in, and frames the screens that they may open. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router';
import { RAIL_LABELS, sessionMessages } from '#domains/staff/messages/office.ts';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { type Me, MeContext } from '#domains/staff/ui/office/me.ts';
import { SessionDialogs } from '#domains/staff/ui/office/SessionDialogs.tsx';
import { ownAccountCalls, stepUpCalls } from '#domains/staff/ui/office/staff-calls.ts';
import { SystemBanner } from '#domains/system/ui/office/SystemBanner.tsx';
import { CommandPalette, type PaletteCommand, type PaletteSource, usePaletteShortcut } from '#ui/office/CommandPalette.tsx';
import { openLive, useLiveOpened } from '#ui/office/live.ts';
import { OfficeShell } from '#ui/office/OfficeShell.tsx';
import { Toasts } from '#ui/office/Toasts.tsx';
import { SCREENS } from './screens.ts';

export async function loader({ request }: LoaderFunctionArgs): Promise<Me> {
  const me = await stepUpCalls.me({});
  const { pathname, search } = new URL(request.url);
  if (!me.ok && me.code === 'sign_in_required') throw redirect(`/sign-in?${new URLSearchParams({ returnTo: `${pathname}${search}` })}`);
  return valueOrThrow(me);
}

/** A call whose session has ended waits for the sign-in. @returns false if the server cannot be reached */
const isSignedIn = async (): Promise<boolean> => (await ownAccountCalls.me({})).ok;

/** Signs out and shows the sign-in page. */
async function signOut(): Promise<void> {
  await ownAccountCalls.signOut({});
  location.assign('/sign-in');
}

/**
 * Reads what the person may do each time the live stream opens again, because the server ends it when that changes.
 * @returns the person as of now, and as of the last navigation: a screen must not lose a form that somebody is filling in
 */
function usePerson(): { readonly me: Me; readonly screenMe: Me } {
  const [me, setMe] = useState(useLoaderData<typeof loader>());
  const { pathname } = useLocation();
  const [shown, setShown] = useState({ pathname, me });
  if (shown.pathname !== pathname) setShown({ pathname, me });
  const isFirst = useRef(true);
  useLiveOpened(() => {
    if (!isFirst.current) void stepUpCalls.me({}).then((result) => result.ok && setMe(result.value));
    isFirst.current = false;
  });
  return { me, screenMe: shown.me };
}

export function Component() {
  const { me, screenMe } = usePerson();
  const navigate = useNavigate();
  const { state } = useNavigation();
  const [isSearching, setIsSearching] = useState(false);
  const openSearch = useCallback(() => setIsSearching(true), []);
  usePaletteShortcut(openSearch);
  useEffect(() => openLive(isSignedIn), []);

  const groups = useMemo(
    () =>
      SCREENS.map((group) =>
        group
          .filter(({ permission }) => permission === null || me.permissions.includes(permission))
          .map(({ to, name, icon, isInner = false }) => ({ to, icon, label: RAIL_LABELS[name], isInner })),
      ),
    [me.permissions],
  );
  const commands = useMemo(
    (): PaletteCommand[] => [
      ...groups.flat().map(({ to, label, icon }) => ({ id: `go:${to}`, label, icon, run: () => void navigate(to) })),
      { id: 'go:/account', label: sessionMessages.account, icon: 'person', run: () => void navigate('/account') },
    ],
    [groups, navigate],
  );
  const rail = useMemo(() => groups.map((group) => group.filter(({ isInner }) => !isInner)).filter((group) => group.length > 0), [groups]);
  // They bring the calls of every domain, so they are loaded when somebody searches.
  const [actions, setActions] = useState<readonly PaletteCommand[]>([]);
  const [sources, setSources] = useState<readonly PaletteSource[]>([]);
  useEffect(() => {
    if (!isSearching) return;
    let isCurrent = true;
    const open = (path: string): void => void navigate(path);
    Promise.all([import('./palette-actions.ts'), import('./palette-sources.ts')]).then(
      ([{ paletteActions }, { paletteSources }]) => {
        if (!isCurrent) return;
        setActions(paletteActions(me.permissions, { open, signOut: () => void signOut() }));
        setSources(paletteSources(me.permissions, open));
      },
      // Without a connection the palette finds screens.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isSearching, me.permissions, navigate]);
  return (
    <MeContext value={screenMe}>
      {state === 'loading' && <div className="progress-line" aria-hidden="true" />}
      <OfficeShell
        shopName={me.shopName}
        person={me}
        groups={rail}
        onSearch={openSearch}
        onSignOut={() => void signOut()}
        onAccount={() => void navigate('/account')}
        accountLabel={sessionMessages.account}
      >
        {me.permissions.includes('system.read') && <SystemBanner />}
        <Outlet />
      </OfficeShell>
      <CommandPalette isOpen={isSearching} onOpenChange={setIsSearching} commands={commands} actions={actions} sources={sources} />
      <SessionDialogs />
      <Toasts />
    </MeContext>
  );
}
