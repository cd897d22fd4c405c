/** Number of repetitions and seed of random tests: few under `npm test`, many under `npm run test:stress`. */

/** True under `npm run test:stress`. */
export const isStressRun = process.env.STRESS_TIMES !== undefined;

/** Returns `few` under `npm test`. Under `npm run test:stress`, `few` × STRESS_TIMES, but at least `atLeast`. */
export const runs = (few: number, atLeast = 0): number => {
  const times = Number(process.env.STRESS_TIMES ?? '0');
  return times > 0 ? Math.max(few * times, atLeast) : few;
};

/** Seed of the stress tests: STRESS_SEED, which `npm test` fixes, or a different one for each run. A failing test prints it. */
export const stressSeed = Number(process.env.STRESS_SEED ?? Date.now() % 1_000_000);
