import { createContext, type ReactElement, type ReactNode } from 'react'
import type * as Box from './MenuBox'

export type MenuProps = {
  /** The button that opens it: `<IconButton …/>` or `<Button …/>`. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** Receives the focus on closing; the trigger by default. */
  finalFocus?: () => HTMLElement | true
  children: ReactNode
}

export type ItemProps = {
  icon?: ReactNode
  onSelect(): void
  danger?: boolean
  disabled?: boolean
  hint?: ReactNode
  children: ReactNode
}

export type ChoiceProps<V extends string> = {
  label: ReactNode
  value: V
  onChange(value: NoInfer<V>): void
  options: readonly { value: NoInfer<V>; label: ReactNode }[]
}

/** Components of an open menu. */
export const MenuParts = createContext<Pick<typeof Box, 'Item' | 'Separator' | 'Choice'> | null>(null)
