/** Of a menu whose item has the focus: what that opens outlives the item, but not the button. */
export function menuButton(focused = document.activeElement): HTMLElement | null {
  const id = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return id ? document.getElementById(id) : null
}
