/**
 * Ignores files dropped outside a drop zone: the browser would open them in place of the page. Drop zones handle the
 * event first.
 */
export function refuseDrops(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
