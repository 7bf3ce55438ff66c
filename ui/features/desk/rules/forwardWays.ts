/** The connection by which each person gets forwarded messages. Pure. */
import type { ForwardMessages, ForwardWay } from '../../../../src/tickets/messages/contract'
import type { PickableContact } from '../../contacts/PeoplePicker'

export type WaysOfPerson = {
  readonly person: Pick<PickableContact, 'id' | 'name'>
  readonly ways: readonly ForwardWay[]
}

const isPossible = ({ obstacle }: ForwardWay) => obstacle === null

/** Several connections know the person, or none takes the messages. */
export const needsChoice = (ways: readonly ForwardWay[]): boolean =>
  ways.length > 0 && (ways.filter(({ obstacle }) => obstacle !== 'unknown').length > 1 || !ways.some(isPossible))

/** The chosen connection by contact; by default the first possible one. */
export const chosenWays = (
  of: readonly WaysOfPerson[],
  wanted: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> =>
  new Map(
    of.flatMap(({ person: { id }, ways }) => {
      const possible = ways.filter(isPossible)
      const way = possible.find(({ whatsapp }) => whatsapp.id === wanted.get(id)) ?? possible[0]
      return way ? [[id, way.whatsapp.id] as const] : []
    }),
  )

export const isUnreachable = ({ ways }: WaysOfPerson): boolean => ways.length > 0 && !ways.some(isPossible)

export const overOf = (chosen: ReadonlyMap<number, number>): NonNullable<ForwardMessages['over']> =>
  [...chosen].map(([contactId, whatsappId]) => ({ contactId, whatsappId }))
