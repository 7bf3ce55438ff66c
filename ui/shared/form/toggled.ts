/** Toggles a value. The result is sorted, so that toggling twice is no change. */
export const toggled = (chosen: readonly number[], id: number): number[] =>
  (chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]).sort((a, b) => a - b)
