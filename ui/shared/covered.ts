/** A toast has role `dialog` too, and handles keys only while it has the focus. */
const COVERS = ['dialog', 'alertdialog', 'menu']
  .map((role) => `[role="${role}"]:not([data-closed], .toast-card)`)
  .join()

/** Whether an open dialog or menu owns the keyboard; a closing one does not. */
export const isCovered = (): boolean => document.querySelector(COVERS) !== null
