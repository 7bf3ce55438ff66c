import { cloneElement, type KeyboardEvent, type ReactElement, startTransition, useState } from 'react'

type ButtonProps = {
  onClick?(): void
  onKeyDown?(event: KeyboardEvent): void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}
type OpenControl = { readonly open?: boolean; onOpenChange?(open: boolean): void }

/**
 * Popups are fetched while the page is idle, and mounted when their button is first pressed. Until then only the button
 * is rendered; on a slow connection it stays until the popup has loaded.
 */
export function useFirstPress(
  trigger: ReactElement,
  what: 'menu' | 'dialog',
  { open, onOpenChange }: OpenControl = {},
) {
  const [wasPressed, setPressed] = useState(false)
  const isPressed = wasPressed || open === true
  if (isPressed && !wasPressed) setPressed(true)
  const press = () =>
    startTransition(() => {
      setPressed(true)
      onOpenChange?.(true)
    })
  // Every trigger is a button.
  const button = cloneElement(trigger as ReactElement<ButtonProps>, {
    'aria-haspopup': what,
    'aria-expanded': false,
    onClick: press,
    ...(what === 'menu' && {
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault() // the page would scroll
        press()
      },
    }),
  })
  return { isPressed, button }
}
