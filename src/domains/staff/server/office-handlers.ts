/** Binds office calls to their handlers, which know who is signed in. */

import { randomUUID } from 'node:crypto';
import type { HandlerResult, Input } from '#lib/define-contract.ts';
import type { Endpoint } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import type { WarnLogger } from '#lib/server/security-log.ts';
import type { OfficeContract, OfficeEndpointSpec } from '../model/office-call.ts';
import type { StaffActor } from '../model/staff-actor.ts';

/** `session`: the office session. `signIn`: an unfinished sign-in. `device`: a browser that has signed in before. */
export type OfficeCookie = 'session' | 'signIn' | 'device';

export interface OfficeCookies {
  read(name: OfficeCookie): string | null;
  /** @param maxAgeSeconds null until the browser ends */
  set(name: OfficeCookie, value: string, maxAgeSeconds: number | null): void;
  clear(name: OfficeCookie): void;
}

export interface OfficeSession {
  readonly id: number;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** A request to the office. `origin` is that of the office. */
export interface OfficeRequest extends CallContext {
  readonly userAgent: string;
  readonly log: WarnLogger;
  readonly cookies: OfficeCookies;
  /** Who makes the call. Set by the check of the call; null in calls before the sign-in. */
  staff: StaffActor | null;
  /** Null for API keys and before the sign-in. */
  session: OfficeSession | null;
}

/** A request whose caller is signed in and has the permission of the call. */
export interface OfficeContext extends OfficeRequest {
  readonly staff: StaffActor;
}

/** Returns the idempotency key of a use case, which two people never share. */
export const staffKeyOf = ({ idempotencyKey, staff }: Pick<OfficeContext, 'idempotencyKey' | 'staff'>): string =>
  `office:${staff.id}:${idempotencyKey ?? randomUUID()}`;

type ContextOf<S extends OfficeEndpointSpec> = S['permission'] extends 'public' ? OfficeRequest : OfficeContext;

export type OfficeHandlers<T extends OfficeContract> = {
  readonly [K in keyof T]: (input: Input<T[K]>, context: ContextOf<T[K]>) => Promise<HandlerResult<T[K]>>;
};

export type OfficeEndpoint = Endpoint<OfficeRequest, OfficeEndpointSpec>;

/** Binds calls to their handlers. Does not compile without a handler, or if a handler returns an undeclared error. */
export const officeHandlers = <T extends OfficeContract>(table: T, handlers: OfficeHandlers<T>): OfficeEndpoint[] =>
  Object.entries(table).map(([name, spec]) => ({
    name,
    spec: spec.permission === 'public' ? spec : { ...spec, requiresAuth: true as const },
    handle: handlers[name as keyof T] as OfficeEndpoint['handle'],
  }));
