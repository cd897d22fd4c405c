/** What is packed weighs by its bottles: wines have no weight of their own. Labels and delivery fees use the same rule. */

/** The properties of a line that its weight depends on. */
export interface WeighedLine {
  /** Packs. */
  readonly quantity: number;
  /** Bottles in a pack. */
  readonly packSize: number;
}

/** Adds up the bottles of lines. */
export const bottlesIn = (lines: readonly WeighedLine[]): number =>
  lines.reduce((sum, { quantity, packSize }) => sum + quantity * packSize, 0);

/** Returns the weight of bottles in grams. @param bottleGrams of a bottle with its part of the box */
export const packedGrams = (bottles: number, bottleGrams: number): number => bottles * bottleGrams;
