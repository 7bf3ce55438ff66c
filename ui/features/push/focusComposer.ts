/** Puts the cursor into the message box, once the conversation shows it. */

/** Milliseconds after which somebody would be surprised by it. */
const STILL_EXPECTED = 15_000

export function focusComposer(): void {
  const until = performance.now() + STILL_EXPECTED
  const look = () => {
    const composer = document.getElementById('composer')
    // Opening a conversation moves the focus; somebody who writes elsewhere keeps it.
    const isElsewhere = document.activeElement?.matches('input, textarea') === true
    if (composer) composer.focus()
    else if (!isElsewhere && performance.now() < until) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
