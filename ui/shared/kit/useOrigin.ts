import '../keepFocus'
import { useCallback, useRef, useState } from 'react'
import { menuButton } from './menuButton'

/** What had the focus when a dialog opened. `around`: the same of the dialog that contains it. */
type Origin = { readonly element: Element | null; readonly around: Origin | null }

/** Open dialogs, in the order of their opening. */
const dialogs: HTMLElement[] = []
const origins = new WeakMap<Element, Origin>()
/** Of a dialog that closed for another, which is still loading. */
let handedOver: Origin | null = null

function originOf(focused: Element | null): Origin {
  if (handedOver && (focused === null || focused === document.body)) return handedOver
  const element = menuButton(focused) ?? focused
  const dialog = element?.closest('.modal-box')
  return { element, around: (dialog && origins.get(dialog)) ?? null }
}

function remaining({ element, around }: Origin): HTMLElement | null {
  if (element instanceof HTMLElement && element.isConnected && element !== document.body) return element
  return around && remaining(around)
}

/**
 * Returns the focus when a dialog closes: to the element that opened it or, if that was in a dialog which is gone too,
 * to the one that opened that. A dialog that took its place keeps the focus.
 */
export function useOrigin(isOpen: boolean) {
  // Read during the first render: later, a field with `autoFocus` already has it.
  const [seen, setSeen] = useState<{ isOpen: boolean; origin: Origin | null }>({ isOpen: false, origin: null })
  if (isOpen !== seen.isOpen) setSeen({ isOpen, origin: isOpen ? originOf(document.activeElement) : seen.origin })
  const { origin } = seen
  const own = useRef<HTMLElement | null>(null)
  const popup = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      own.current = element
      handedOver = null
      dialogs.push(element)
      if (origin) origins.set(element, origin)
      return () => void dialogs.splice(dialogs.indexOf(element), 1)
    },
    [origin],
  )
  const giveBack = () => {
    const dialog = own.current
    if (!dialog || isShown(dialog)) return
    const later = dialogs.slice(dialogs.indexOf(dialog) + 1)
    if (!later.some(isShown) && origin) remaining(origin)?.focus({ preventScroll: true })
  }
  return {
    /** The dialog itself. */
    own,
    popup,
    /** For `finalFocus`: the dialog that replaces this one gives the focus back. */
    handOver(): false {
      handedOver = origin
      return false
    },
    /** For `finalFocus`: a dialog in its place is in the document only after the commit that closes this one. */
    backTo(): false {
      queueMicrotask(giveBack)
      return false
    },
  }
}

const isShown = (dialog: HTMLElement) => dialog.isConnected && !dialog.hasAttribute('data-closed')
