/**
 * The script as one series: what people do, what breaks and is mended, who dies, in the order in which it happens. The seed
 * gives this order; each cue waits for its time and for the cues before it. Pure.
 */
import { createHash } from 'node:crypto'
import type { Death, Deed, Loss, Script } from './script'
import type { Step } from './troubles'

export type Cue = { readonly at: number } & (
  | { readonly cue: 'deed'; readonly deed: Deed }
  | { readonly cue: 'steps'; readonly steps: readonly Step[] }
  | { readonly cue: 'loss'; readonly loss: Loss }
  | { readonly cue: 'death'; readonly by: Death['by'] }
)

export function cuesOf({ deeds, gusts, losses, deaths }: Script): Cue[] {
  const cues: Cue[] = [
    ...gusts.flatMap(({ at, lasts, begin, end }): Cue[] => [
      { at, cue: 'steps', steps: begin },
      { at: at + lasts, cue: 'steps', steps: end },
    ]),
    ...losses.map((loss): Cue => ({ at: loss.at, cue: 'loss', loss })),
    ...deeds.map((deed): Cue => ({ at: deed.at, cue: 'deed', deed })),
    ...deaths.map(({ at, by }): Cue => ({ at, cue: 'death', by })),
  ]
  return cues.sort((a, b) => a.at - b.at)
}

/** The same seed gives the same one, to the last word. */
export const fingerprintOf = (script: Script): string =>
  createHash('sha256')
    .update(JSON.stringify(cuesOf(script)))
    .digest('hex')
    .slice(0, 12)
