import { type ReactElement, type ReactNode, Suspense } from 'react'
import { lazyPart } from '../lazyPart'
import { useFirstPress } from './firstPress'

export type PopoverProps = {
  trigger: ReactElement
  /** Its accessible name. */
  label: string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  className?: string
  open?: boolean
  onOpenChange?(open: boolean): void
  /** Receives the focus on closing; the trigger by default. */
  finalFocus?: () => HTMLElement | true
  children: ReactNode
}

const PopoverBox = lazyPart(() => import('./PopoverBox').then((file) => file.PopoverBox))

/** A small panel on a button, for anything that is not a list of commands. */
export function Popover(props: PopoverProps) {
  const { isPressed, button } = useFirstPress(props.trigger, 'dialog', props)
  return <Suspense fallback={button}>{isPressed ? <PopoverBox {...props} /> : button}</Suspense>
}
