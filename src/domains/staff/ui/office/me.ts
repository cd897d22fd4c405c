/** Who is signed in and what they may do, for every screen. */
import { createContext, useContext } from 'react';
import type { z } from 'zod';
import type { Permission } from '#domains/staff/model/permissions.ts';
import type { ownAccountContract } from '#domains/staff/own-account-contract.ts';

export type Me = z.output<(typeof ownAccountContract)['me']['output']>;

/** Provided by the layout, which loads it. */
export const MeContext = createContext<Me | null>(null);

/** Returns the person who is signed in. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('useMe outside of the office’s layout');
  return me;
}

/** Returns a function that tells if the person has a permission. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
}
