/** When a conversation counts as looked at. */

/** Whoever leafs through conversations looks at none of them. */
export const LOOKS_AFTER = 300
/** A page behind another is looked at again in a moment, mostly. */
export const LEFT_AFTER = 60_000

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/** Follows the page's visibility; gives back how to end it. */
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
