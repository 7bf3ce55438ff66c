/** Chosen or not chosen any more; in one order, so that back and forth is no change. */
export const toggled = (chosen: readonly number[], id: number): number[] =>
  (chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]).sort((a, b) => a - b)
