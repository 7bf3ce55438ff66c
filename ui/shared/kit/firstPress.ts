import { cloneElement, type KeyboardEvent, type ReactElement, startTransition, useState } from 'react'

type ButtonProps = {
  onClick?(): void
  onKeyDown?(event: KeyboardEvent): void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}
type Controlled = { readonly open?: boolean; onOpenChange?(open: boolean): void }

/**
 * What floats above the page is fetched while the page rests, and mounted when its button is first pressed. Until then the
 * button stands there alone; on a slow line it stays until the rest has come.
 */
export function useFirstPress(trigger: ReactElement, what: 'menu' | 'dialog', { open, onOpenChange }: Controlled = {}) {
  const [wasPressed, setPressed] = useState(false)
  const isPressed = wasPressed || open === true
  if (isPressed && !wasPressed) setPressed(true)
  const press = () =>
    startTransition(() => {
      setPressed(true)
      onOpenChange?.(true)
    })
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
