/** Validates the events of the hosted search's insights protocol. */
import { z } from 'zod';

const DAY_MS = 86_400_000;

export const INSIGHT_LIMITS = { events: 1_000, eventName: 64, objectIDs: 20, days: 30 } as const;

const token = z.string().regex(/^[a-zA-Z0-9_\-=/+.]{1,129}$/);

const event = z
  .looseObject({
    eventType: z.string().min(1),
    eventName: z.string().regex(new RegExp(`^[\\x20-\\x7e]{1,${INSIGHT_LIMITS.eventName}}$`)),
    index: z.string().min(1),
    userToken: token.optional(),
    authenticatedUserToken: token.optional(),
    timestamp: z.number().int().optional().describe('Milliseconds since 1970'),
    queryID: z.string().max(64).optional(),
    objectIDs: z.array(z.string()).max(INSIGHT_LIMITS.objectIDs).optional(),
    positions: z.array(z.number().int().min(1)).optional(),
    filters: z.array(z.string()).max(10).optional(),
  })
  .refine(
    ({ objectIDs, positions }) => positions === undefined || positions.length === objectIDs?.length,
    'one position for each objectID',
  );

const events = z.object({ events: z.array(event).max(INSIGHT_LIMITS.events) });

export type Insight = z.output<typeof event>;

/**
 * Returns the events of a parsed body, or a sentence about what is invalid.
 * @param now milliseconds
 */
export function readInsights(body: unknown, now: number): readonly Insight[] | string {
  const parsed = events.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.') || 'events'}: ${issue?.message ?? 'invalid'}`;
  }
  const oldest = now - INSIGHT_LIMITS.days * DAY_MS;
  const old = parsed.data.events.findIndex(({ timestamp }) => timestamp !== undefined && timestamp < oldest);
  return old === -1 ? parsed.data.events : `events.${old}.timestamp: older than ${INSIGHT_LIMITS.days} days`;
}
