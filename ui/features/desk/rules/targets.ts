/** To whom or where a ticket may be transferred, in the order in which it is offered. Pure. */
import type { UserOption } from '../../../../src/users/contract'
import { plain } from '../../../shared/plain'

type Queue = { readonly id: number; readonly name: string; readonly color: string }
export type Target =
  | { readonly kind: 'person'; readonly key: string; readonly person: UserOption }
  | { readonly kind: 'queue'; readonly key: string; readonly queue: Queue }

/** Who has a ticket, and in which queue. */
type Assignment = { readonly userId: number | null; readonly queueId: number | null }

type Offered = {
  readonly people: readonly UserOption[]
  readonly queues: readonly Queue[]
  /** Keys of those chosen lately, the latest first. */
  readonly recent: readonly string[]
  readonly search: string
  readonly place: Assignment
}

/** People first: those chosen lately, then whoever is online, then by name. */
export function targetsFor({ people, queues, recent, search, place }: Offered): Target[] {
  const words = plain(search.trim())
  const isFound = (name: string) => plain(name).includes(words)
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

/** The queues in which a person may have the ticket; all where nothing limits them. */
export const queuesOf = (person: UserOption, queues: readonly Queue[]): readonly Queue[] =>
  person.allQueues ? queues : queues.filter(({ id }) => person.queueIds.includes(id))

/** What several tickets have in common. */
export function commonAssignment([first, ...others]: readonly Assignment[]): Assignment {
  const shared = <T>(of: (place: Assignment) => T) =>
    first && others.every((one) => of(one) === of(first)) ? of(first) : null
  return { userId: shared(({ userId }) => userId), queueId: shared(({ queueId }) => queueId) }
}

type QueueChoice = { readonly queues: readonly Queue[]; readonly chosenId: number | null; readonly place: Assignment }

/** A queue of its own, or that in which a person gets it: the chosen one, else the present one where they may be, else their first. Null: it stays where it is. */
export function queueAt(target: Target | null, { queues, chosenId, place }: QueueChoice): Queue | null {
  if (target?.kind !== 'person') return target?.queue ?? null
  const own = queuesOf(target.person, queues)
  const chosen = own.find(({ id }) => id === chosenId) ?? null
  if (chosen || place.queueId === null || target.person.allQueues) return chosen
  return own.some(({ id }) => id === place.queueId) ? null : (own[0] ?? null)
}
