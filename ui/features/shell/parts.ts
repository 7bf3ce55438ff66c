import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { OfferResult } from '../../shared/offer'

/** Parts that the desk contributes to the shell of every page; the route combines both. */
export type ShellParts = {
  /** Wraps the shell and its page. */
  readonly Around: ComponentType<{ children: ReactNode }>
  /** Runs on every page; renders nothing. */
  readonly Watch: ComponentType<{ onDesk: boolean }>
  /** In the top bar. */
  readonly Bell: ComponentType
  /** Palette offers besides screens; loaded with the palette. */
  readonly offers: () => Promise<UseFound>
}

/** Null until the server has answered. */
export type UseFound = (text: string) => OfferResult | null

export const PartsContext = createContext<ShellParts | null>(null)

export function useParts(): ShellParts {
  const parts = use(PartsContext)
  if (!parts) throw new Error('PrivateLayout is missing above this component')
  return parts
}
