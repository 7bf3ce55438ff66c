/** When what breaks, and where. Dealt like cards: none comes again before all have come, and two minutes see them all. */
import type { Cast, Size } from './cast'
import { dice } from './dice'
import { type Blow, blowOf, type Card, deck, isUnlinking, type Trouble } from './troubles'

export type Gust = Blow & { readonly at: number; readonly name: Trouble; readonly value: number | null }

const FIRST_MS = 2_000
/** The last of them is over before the play is. */
const CALM_BEFORE_END_MS = 8_000
/** How far apart they come, so that the whole deck is dealt in two minutes. */
const PACE_MS = Math.floor((120_000 - FIRST_MS - CALM_BEFORE_END_MS) / deck.length)

export function weatherFor({ lines, customers }: Cast, { seed, seconds }: Size): Gust[] {
  const chance = dice(seed, 'weather')
  /** Each phone removes its device before one does so again: linking anew takes a while. */
  const unlinked = chance.shuffled([...lines.keys()])
  const gusts: Gust[] = []
  let cards: Card[] = []
  for (let slot = FIRST_MS; slot + PACE_MS <= seconds * 1_000 - CALM_BEFORE_END_MS; slot += PACE_MS) {
    if (cards.length === 0) cards = chance.shuffled(deck)
    const card = cards.shift()
    if (!card) continue
    const line = isUnlinking(card) ? nextOf(unlinked) : chance.between(0, lines.length)
    const { number = '', company = 0 } = lines[line] ?? {}
    const struck = { chance, phone: number, company, customers: customers.filter((one) => one.line === line) }
    const at = slot + chance.between(0, PACE_MS)
    gusts.push({ at, name: card.name, value: card.value ?? null, ...blowOf(card, struck) })
  }
  return gusts
}

function nextOf(ring: number[]): number {
  const next = ring.shift() ?? 0
  ring.push(next)
  return next
}

export const labelOf = ({ name, value }: Pick<Gust, 'name' | 'value'>): string =>
  value === null ? name : `${name} ${value}`
