/**
 * A refresh token that was rotated out ends its session when it comes back. But two tabs may use one cookie at once, and
 * an answer may get lost on its way to a page that is loaded anew: for a moment whoever brings the word of the browser
 * that used it is no thief. Words are kept in memory only; after a restart an old token is an old token.
 */
import { tokenHash } from '../platform/secret'
import { type Clock, SECOND } from '../platform/time'

const GRACE = 10 * SECOND

/** `browser`: a word that a browser has made up and shows to nobody else; null: it has none. */
export type Use = { readonly refreshToken: string; readonly browser: string | null }

export function createRepeats(clock: Clock) {
  const used = new Map<string, { readonly browser: string; readonly until: number }>()

  return {
    isRepeat({ refreshToken, browser }: Use): boolean {
      const known = used.get(tokenHash(refreshToken))
      return known !== undefined && known.browser === browser && known.until >= clock()
    },

    /** Its first use. */
    note({ refreshToken, browser }: Use): void {
      forgetOld()
      const hash = tokenHash(refreshToken)
      if (browser !== null && !used.has(hash)) used.set(hash, { browser, until: clock() + GRACE })
    },
  }

  /** They stand in the order in which they came. */
  function forgetOld(): void {
    for (const [hash, { until }] of used) {
      if (until >= clock()) return
      used.delete(hash)
    }
  }
}
