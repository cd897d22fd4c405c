/** Finds Chromium or Chrome at CHROMIUM_PATH, on the PATH or in a usual location. @returns its path, null if there is none */
export function findChromium(): string | null;
/** Like `findChromium`, but installs a missing browser as root on Debian or Ubuntu. @returns null after printing how to install it */
export function ensureChromium(): Promise<string | null>;
