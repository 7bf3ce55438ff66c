/** The waveform of a recording, from its levels. */

/**
 * In seconds; a shorter recording was not intended. It is what the specification's 10,000 bytes last at its 128 kbit/s: at
 * the quarter of that which speech takes in Opus, as many bytes would be a whole short answer.
 */
export const RECORDING_LEAST = 0.625
export const WAVEFORM_LEVELS = 64

/** `count` levels 0..100, the loudest being 100. */
export function levelsOf(samples: readonly number[], count: number): number[] {
  const loudest = Math.max(0.05, ...samples)
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * samples.length) / count)
    const to = Math.max(from + 1, Math.floor(((at + 1) * samples.length) / count))
    const part = samples.slice(from, to)
    return part.length === 0 ? 0 : Math.round((Math.max(...part) / loudest) * 100)
  })
}
