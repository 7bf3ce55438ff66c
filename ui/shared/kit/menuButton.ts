/** The button of the menu whose item has the focus: a dialog opened from it outlives the item, but not the button. */
export function menuButton(focused = document.activeElement): HTMLElement | null {
  const id = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return id ? document.getElementById(id) : null
}
