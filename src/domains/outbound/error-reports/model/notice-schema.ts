/** Parses notices of the vendor's own libraries. Only the error's message is required. */
import { z } from 'zod';
import { LIMITS } from './limits.ts';
import type { Breadcrumb, Notice } from './notice.ts';
import { clean, cleanText } from './redact.ts';

const text = (most: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) =>
      cleanText(
        String(value ?? '')
          .replaceAll('\u0000', '')
          .toWellFormed(),
      ).slice(0, most),
    );
const count = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => (value === null || value === undefined || !Number.isFinite(Number(value)) ? null : Math.trunc(Number(value))));
const list = <T extends z.ZodType>(item: T, most: number) =>
  z
    .array(z.unknown())
    .nullish()
    .transform((rows) =>
      (rows ?? []).slice(0, most).flatMap((row) => {
        const read = item.safeParse(row);
        return read.success ? [read.data as z.output<T>] : [];
      }),
    );
const fields = z
  .record(z.string(), z.unknown())
  .nullish()
  .catch(null)
  .transform((value) => clean(value ?? {}) as Record<string, unknown>);

const frame = z.object({ file: text(300), method: text(200), number: count, column: count });
const cause = z.object({ class: text(200), message: text(1_000), backtrace: list(frame, 40) });
const crumb = z.object({ category: text(60), message: text(300), metadata: fields, timestamp: text(40) });

/** Returns the part of a notice to store: redacted, limited and storable. `request` keeps only fields without personal data. */
export const noticeSchema = z
  .object({
    notifier: z
      .object({ name: text(60), url: text(200), version: text(30) })
      .partial()
      .nullish(),
    breadcrumbs: z.object({ trail: list(crumb, 1_000) }).nullish(),
    error: z.object({
      class: text(200),
      message: text(1_000),
      backtrace: list(frame, 40),
      fingerprint: text(200),
      tags: list(z.string().max(60), 20),
      causes: list(cause, 3),
    }),
    request: z
      .object({ url: text(500), component: text(100), action: text(100), context: fields })
      .partial()
      .nullish(),
    server: z
      .object({ environment_name: text(60), revision: text(60), time: text(40) })
      .partial()
      .nullish(),
  })
  .transform(
    ({ notifier, breadcrumbs, error, request, server }): Notice => ({
      notifier: { name: notifier?.name ?? '', url: notifier?.url ?? '', version: notifier?.version ?? '' },
      breadcrumbs: { enabled: true, trail: (breadcrumbs?.trail ?? []).slice(-LIMITS.breadcrumbs) as Breadcrumb[] },
      error: { ...error, class: error.class || 'Error', fingerprint: error.fingerprint || null },
      request: {
        url: request?.url ?? '',
        component: request?.component ?? '',
        action: request?.action ?? '',
        context: request?.context ?? {},
        cgi_data: {},
        params: {},
        session: {},
      },
      server: {
        project_root: '',
        environment_name: server?.environment_name ?? '',
        revision: server?.revision ?? '',
        hostname: '',
        time: server?.time ?? '',
      },
      details: {},
    }),
  );
