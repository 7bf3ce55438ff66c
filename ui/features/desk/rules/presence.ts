/** What the contact sees of us: when a conversation counts as viewed, and when typing or recording is reported. */
import type { TypingSign } from '../../../../src/platform/wire'
import type { TicketSummary } from '../../../../src/tickets/contract'

/** Previewing a waiting ticket must not make the contact see the company online. */
export const isAttended = ({ status, isGroup }: Pick<TicketSummary, 'status' | 'isGroup'>): boolean =>
  status !== 'pending' || isGroup

/** Milliseconds before an opened conversation counts as viewed, so that leafing through several does not. */
export const LOOKS_AFTER = 300
/** Milliseconds before a hidden page counts as left: most are shown again soon. */
export const LEFT_AFTER = 60_000

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/** Follows the page's visibility; returns a function that stops it. */
export function watchLook(page: Page, report: { begin(): void; end(): void }): () => void {
  let isLooking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = (looks: boolean) => {
    if (looks === isLooking) return
    isLooking = looks
    if (looks) report.begin()
    else report.end()
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

export type Sign = TypingSign['state']
/** Last report and its time; null when there is nothing to end. */
export type PresenceReport = { readonly sign: 'composing' | 'recording'; readonly at: number } | null

/** Phones show it for about ten seconds, so it is repeated earlier. */
export const AGAIN_AFTER = 8_000
export const QUIET_AFTER = 4_000

/** A key was pressed, or the recorder is running. */
export function doing(
  reported: PresenceReport,
  sign: 'composing' | 'recording',
  now: number,
): { reported: PresenceReport; report: Sign | null } {
  const isKnown = reported?.sign === sign && now - reported.at < AGAIN_AFTER
  return isKnown ? { reported, report: null } : { reported: { sign, at: now }, report: sign }
}

/** Typing or recording has ended: sent, discarded, left or paused. */
export const done = (reported: PresenceReport): { reported: PresenceReport; report: Sign | null } => ({
  reported: null,
  report: reported === null ? null : 'paused',
})
