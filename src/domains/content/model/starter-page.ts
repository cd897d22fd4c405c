/** Kicker of every starter page that nobody has edited. */
export const STARTER_KICKER = 'Starter text';
