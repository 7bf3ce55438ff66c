/**
 * A refresh token that was rotated out ends its session when used again. But two tabs may use one cookie at once, and
 * a response may get lost while a page is reloaded. So for a moment a repetition is accepted from the browser that used
 * it, recognised by its random word. Words are kept in memory only: after a restart no repetition is accepted.
 */
import { tokenHash } from '../platform/secret'
import { type Clock, SECOND } from '../platform/time'

const GRACE = 10 * SECOND

/** `browser`: the random word that a browser generated and keeps secret; null: it sent none. */
export type Use = { readonly refreshToken: string; readonly browser: string | null }

export function createRepeats(clock: Clock) {
  const used = new Map<string, { readonly browser: string; readonly until: number }>()

  return {
    isRepeat({ refreshToken, browser }: Use): boolean {
      const known = used.get(tokenHash(refreshToken))
      return known !== undefined && known.browser === browser && known.until >= clock()
    },

    /** Notes by whom a token was used first. */
    note({ refreshToken, browser }: Use): void {
      forgetOld()
      const hash = tokenHash(refreshToken)
      if (browser !== null && !used.has(hash)) used.set(hash, { browser, until: clock() + GRACE })
    },
  }

  /** The map is in order of insertion, so the oldest come first. */
  function forgetOld(): void {
    for (const [hash, { until }] of used) {
      if (until >= clock()) return
      used.delete(hash)
    }
  }
}
