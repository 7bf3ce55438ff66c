/** Chooses the attendant for the next ticket. Pure. */
import type { Assignment } from '../../queues/contract'

export type Member = {
  readonly id: number
  readonly isAvailable: boolean
  /** Open tickets, and their limit; null: unlimited. */
  readonly open: number
  readonly limit: number | null
  /** Grows with each assignment in the queue: the lowest turn was assigned longest ago. */
  readonly turn: number
}

/** `open`: the attendant's open tickets; `of`: number of eligible attendants. */
export type Selection<M extends Member> = {
  readonly member: M
  readonly reason: 'only' | 'fewest' | 'tie' | 'turn' | 'drawn'
  readonly open: number
  readonly of: number
}

export const hasRoom = ({ open, limit }: Pick<Member, 'open' | 'limit'>): boolean => limit === null || open < limit
export const canTake = (member: Member): boolean => member.isAvailable && hasRoom(member)

/** `random` returns 0 to below 1. Null: nobody is eligible. */
export function choose<M extends Member>(
  way: Assignment,
  members: readonly M[],
  random: () => number,
): Selection<M> | null {
  const able = members.filter(canTake)
  const [first] = able
  if (!first) return null
  const chosen = (member: M, reason: Selection<M>['reason']) => ({ member, reason, open: member.open, of: able.length })
  if (able.length === 1) return chosen(first, 'only')
  if (way === 'random') return chosen(able[Math.floor(random() * able.length)] ?? first, 'drawn')
  if (way === 'sequential') return chosen(inTurn(able, first), 'turn')
  const least = Math.min(...able.map(({ open }) => open))
  const fewest = able.filter(({ open }) => open === least)
  return chosen(inTurn(fewest, fewest[0] ?? first), fewest.length > 1 ? 'tie' : 'fewest')
}

const inTurn = <M extends Member>(members: readonly M[], first: M): M =>
  members.reduce(
    (best, one) => (one.turn < best.turn || (one.turn === best.turn && one.id < best.id) ? one : best),
    first,
  )
