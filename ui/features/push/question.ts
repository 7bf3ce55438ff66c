/** When this browser asks or offers something. Pure. */
import type { TicketSummary } from '../../../src/tickets/contract'
import type { PushAbility } from './browser'

/** `home`: how to put the screens on an iPhone's home screen. */
export type Question = { readonly what: 'ask' | 'install' | 'home'; readonly ticket: TicketSummary }

type Facts = {
  readonly ability: PushAbility
  readonly isWanted: boolean
  readonly isPhone: boolean
  readonly mayInstall: boolean
  readonly restsUntil: { readonly ask: number; readonly install: number }
  readonly now: number
}

export function questionFor({
  ability,
  isWanted,
  isPhone,
  mayInstall,
  restsUntil,
  now,
}: Facts): Question['what'] | null {
  if (!isPhone) return null
  if (!isWanted && now >= restsUntil.ask) {
    if (ability === 'home') return 'home'
    if (ability === 'unasked' || ability === 'granted') return 'ask'
  }
  return mayInstall && now >= restsUntil.install ? 'install' : null
}
