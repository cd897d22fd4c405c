/** How often random tests try, and from which seed: a few times under `npm test`, many times under `npm run test:stress`. */

/** Whether this is `npm run test:stress`. */
export const isStressRun = process.env.STRESS_TIMES !== undefined;

/** Returns `few` under `npm test`. Under `npm run test:stress`, that many times STRESS_TIMES and no fewer than `atLeast`. */
export const runs = (few: number, atLeast = 0): number => {
  const times = Number(process.env.STRESS_TIMES ?? '0');
  return times > 0 ? Math.max(few * times, atLeast) : few;
};

/** Seed of the stress tests: STRESS_SEED, which `npm test` fixes, else another one each time. A failing test prints it. */
export const stressSeed = Number(process.env.STRESS_SEED ?? Date.now() % 1_000_000);
