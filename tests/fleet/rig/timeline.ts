/** What happened, in order: printed when a seed fails. */

export type Timeline = ReturnType<typeof createTimeline>

export function createTimeline() {
  const began = performance.now()
  const notes: { readonly at: number; readonly what: string }[] = []
  return {
    /** Seconds since the beginning. */
    now: () => (performance.now() - began) / 1000,
    note(what: string) {
      notes.push({ at: (performance.now() - began) / 1000, what })
      if (process.env.BALCAO_RIG_TALK) console.error(`${notes.at(-1)?.at.toFixed(2)} ${what}`)
    },
    toString: () => notes.map(({ at, what }) => `${at.toFixed(2).padStart(8)} ${what}`).join('\n'),
  }
}
