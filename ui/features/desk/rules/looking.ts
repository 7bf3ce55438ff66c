/** When a conversation counts as being viewed. */
import type { TicketSummary } from '../../../../src/tickets/contract'

/** Who looks at a waiting ticket without accepting it must not make the contact see the company online. */
export const isAttended = ({ status, isGroup }: Pick<TicketSummary, 'status' | 'isGroup'>): boolean =>
  status !== 'pending' || isGroup

/** Milliseconds before an opened conversation counts, so that leafing through several counts for none. */
export const LOOKS_AFTER = 300
/** Milliseconds before a hidden page counts as left: most are shown again soon. */
export const LEFT_AFTER = 60_000

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/** Follows the page's visibility; returns how to stop. */
export function watchLook(page: Page, tell: { begin(): void; end(): void }): () => void {
  let isLooking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = (looks: boolean) => {
    if (looks === isLooking) return
    isLooking = looks
    if (looks) tell.begin()
    else tell.end()
  }
  const follow = () => {
    clearTimeout(timer)
    const isVisible = page.visibilityState === 'visible'
    timer = setTimeout(() => turn(isVisible), isVisible ? LOOKS_AFTER : LEFT_AFTER)
  }
  page.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', follow)
    turn(false)
  }
}
