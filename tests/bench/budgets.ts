/** All budgets, in the order of the table in docs/guides/performance.md. The name ends with the unit. */
export type Budget = { readonly atMost: number } | { readonly atLeast: number };

export const BUDGETS = {
  // Start.
  secondStartSeconds: { atMost: 1.5 },
  largeStartSeconds: { atMost: 2.5 },
  largeRebuildSeconds: { atMost: 10 },
  // First load. Those of files are without an interaction.
  namedScriptsKb: { atMost: 120 },
  scriptsKb: { atMost: 110 },
  scriptFiles: { atMost: 10 },
  fontsKb: { atMost: 60 },
  performanceScore: { atLeast: 95 },
  cartPerformanceScore: { atLeast: 90 },
  lcpSeconds: { atMost: 2 },
  tbtMs: { atMost: 150 },
  cls: { atMost: 0.02 },
  inpMs: { atMost: 200 },
  reactionMs: { atMost: 100 },
  confirmationMs: { atMost: 2_000 },
  // Pages and searches.
  cachedPagesPerSecond: { atLeast: 10_000 },
  renderCpuMs: { atMost: 3 },
  renderGrowth: { atMost: 1.5 },
  largeListCallsPerSecond: { atLeast: 400 },
  searchesPerSecond: { atLeast: 2_000 },
  largeSearchP50Ms: { atMost: 8 },
  engineP50Ms: { atMost: 2 },
  millionOffersP50Ms: { atMost: 10 },
  // Memory.
  memoryMb: { atMost: 320 },
  memoryGrowth: { atMost: 1.05 },
  // Carts and checkout.
  addsPerSecond: { atLeast: 1_000 },
  addP99Ms: { atMost: 40 },
  couponsPerSecond: { atLeast: 1_000 },
  cartReadsPerSecond: { atLeast: 5_000 },
  // Imports.
  importedOffersPerSecond: { atLeast: 5_000 },
  importSlowdown: { atMost: 2 },
  // The office at 100,000 offers, 100,000 orders and 50,000 customers. The time of a list is that of the database for a call, which has
  // several statements.
  officeListMs: { atMost: 50 },
  officeScreenMs: { atMost: 300 },
  officeFirstScreenKb: { atMost: 300 },
} as const satisfies Readonly<Record<string, Budget>>;

export type BudgetName = keyof typeof BUDGETS;
