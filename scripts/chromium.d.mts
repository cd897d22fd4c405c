/** Path of a Chromium or Chrome: CHROMIUM_PATH, one on the PATH, or one in a customary place; null when there is none. */
export function findChromium(): string | null;
/** As findChromium; where there is none, installs it (root on Debian or Ubuntu) or prints what to do and gives null. */
export function ensureChromium(): Promise<string | null>;
