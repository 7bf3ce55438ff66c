/**
 * What is removed while it has the focus leaves it on the body: the next Tab would begin at the top of the page. Then the
 * focus goes to what took its place: the next row, the row that opened the pane, at last the page.
 * Begins with its import, which is that of the first dialog at the latest.
 */

/** Where the focus was: the element and everything that contains it, each with its index in its parent. */
type FocusPath = readonly { readonly element: Element; readonly at: number }[]

/** Never a text field: keys such as Z for an undo would be written there, and a phone would show its keyboard. */
const FOCUSABLE =
  ':is(a[href], button:not([disabled]), [tabindex]:not([tabindex="-1"])):not(input, textarea, [contenteditable])'
/** What lies over a page and gives the focus back when it is gone. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], .pane-over'
/**
 * The desk and calendars decide themselves: keys of the desk act where no row has the focus, and a calendar draws an entry
 * anew when it is moved.
 */
const OWN = '.shell:not([data-place="elsewhere"]), .calendar'

let place: FocusPath = []
/** The last one on the page itself. */
let below: FocusPath = []

function pathOf(element: Element): FocusPath {
  const all: { element: Element; at: number }[] = []
  for (let one: Element | null = element; one && one !== document.body; one = one.parentElement)
    all.push({ element: one, at: one.parentElement ? [...one.parentElement.children].indexOf(one) : 0 })
  return all
}

function remember(target: EventTarget | null): void {
  if (!(target instanceof Element) || target === document.body) return
  if (target.closest(OWN)) {
    place = []
    below = []
    return
  }
  place = pathOf(target)
  if (!target.closest(OVER)) below = place
}

/** The first thing that takes the focus in what stands where the removed element was, or just before. */
function heirOf(path: FocusPath): HTMLElement | undefined {
  const level = path.findIndex(({ element }) => element.isConnected)
  const [remaining, gone] = [path[level]?.element, path[level - 1]]
  if (!remaining || !gone || remaining.id === 'root' || remaining.id === 'page') return undefined
  for (const at of [gone.at, gone.at - 1]) {
    const heir = remaining.children[at]
    const found = heir?.matches(FOCUSABLE) ? heir : heir?.querySelector<HTMLElement>(FOCUSABLE)
    if (found instanceof HTMLElement && found.checkVisibility()) return found
  }
  return undefined
}

function restore(): void {
  const isLost = document.activeElement === document.body || document.activeElement === null
  const [first] = place
  const [opener] = below
  if (!isLost || !first || !opener || first.element.isConnected) return
  const isBack = opener.element.isConnected && opener.element.matches(FOCUSABLE)
  const back = isBack && opener.element instanceof HTMLElement ? opener.element : heirOf(below)
  const page = document.getElementById('page')
  ;(back ?? heirOf(place) ?? page)?.focus({ preventScroll: true })
}

addEventListener('focusin', ({ target }) => remember(target))
remember(document.activeElement)
new MutationObserver(() => {
  const [first] = place
  // A closing dialog gives the focus back a moment later, and the next page focuses a field.
  if (first && !first.element.isConnected) requestAnimationFrame(() => requestAnimationFrame(restore))
}).observe(document.body, { childList: true, subtree: true })

export {}
