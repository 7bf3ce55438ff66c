/** The possible targets of a transfer, in the order offered. Pure. */
import type { UserOption } from '../../../../src/users/contract'
import { type QueueRef, seesQueue } from '../../../../src/users/permissions'
import { fits, needleOf } from '../../../shared/plain'

type Queue = QueueRef & { readonly name: string; readonly color: string }
export type Target =
  | { readonly kind: 'person'; readonly key: string; readonly person: UserOption }
  | { readonly kind: 'queue'; readonly key: string; readonly queue: Queue }

/** A ticket's attendant and queue. */
type Assignment = { readonly userId: number | null; readonly queueId: number | null }

type TargetOffer = {
  readonly people: readonly UserOption[]
  readonly queues: readonly Queue[]
  /** Keys of recent targets, latest first. */
  readonly recent: readonly string[]
  readonly search: string
  readonly place: Assignment
}

/** Users first: recent ones, then online ones, then by name. */
export function targetsFor({ people, queues, recent, search, place }: TargetOffer): Target[] {
  const needle = needleOf(search)
  const isFound = (name: string) => fits(needle, name)
  const rank = (key: string) => {
    const at = recent.indexOf(key)
    return at < 0 ? recent.length : at
  }
  const persons = people
    .filter(({ id, name }) => id !== place.userId && isFound(name))
    .map((person) => ({ kind: 'person' as const, key: `person ${person.id}`, person }))
    .sort(
      (a, b) =>
        rank(a.key) - rank(b.key) ||
        Number(b.person.online) - Number(a.person.online) ||
        a.person.name.localeCompare(b.person.name),
    )
  const places = queues
    .filter(({ id, name }) => id !== place.queueId && isFound(name))
    .map((queue) => ({ kind: 'queue' as const, key: `queue ${queue.id}`, queue }))
  return [...persons, ...places]
}

const MOST_RECENT = 5
export const withRecent = (recent: readonly string[], key: string): string[] =>
  [key, ...recent.filter((one) => one !== key)].slice(0, MOST_RECENT)

/** The queues in which a user may have the ticket. */
export const queuesOf = (person: UserOption, queues: readonly Queue[]): readonly Queue[] =>
  queues.filter((queue) => seesQueue({ ...person, allUserChat: person.allQueues }, queue))

/** The assignment that several tickets have in common. */
export function commonAssignment([first, ...others]: readonly Assignment[]): Assignment {
  const shared = <T>(of: (place: Assignment) => T) =>
    first && others.every((one) => of(one) === of(first)) ? of(first) : null
  return { userId: shared(({ userId }) => userId), queueId: shared(({ queueId }) => queueId) }
}

type QueueChoice = { readonly queues: readonly Queue[]; readonly chosenId: number | null; readonly place: Assignment }

/**
 * The queue of the transfer. A queue target is its own; for a user: the chosen queue, otherwise the current one if they
 * are in it, otherwise their first. Null leaves the queue unchanged.
 */
export function queueAt(target: Target | null, { queues, chosenId, place }: QueueChoice): Queue | null {
  if (target?.kind !== 'person') return target?.queue ?? null
  const own = queuesOf(target.person, queues)
  const chosen = own.find(({ id }) => id === chosenId) ?? null
  if (chosen || place.queueId === null || own.some(({ id }) => id === place.queueId)) return chosen
  return own[0] ?? null
}
