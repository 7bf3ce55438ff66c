/** A toast has the role of a dialog too, and takes no keys but in itself. */
const COVERS = ['dialog', 'alertdialog', 'menu']
  .map((role) => `[role="${role}"]:not([data-closed], .toast-card)`)
  .join()

/** An open dialog or menu has the keyboard to itself, one that is closing has not. */
export const isCovered = (): boolean => document.querySelector(COVERS) !== null
