/** Colleagues that a note can mention: active users who may see the ticket, except its author. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { findActor, listActiveUsers } from '../../users/people'
import type { Colleague } from '../messages/contract'
import type { Ticket } from '../tables'
import { canSee } from '../visibility'

/** By name. */
export const listColleagues = ({ db, tenant }: Cx, author: Pick<Actor, 'userId'>, ticket: Ticket): Colleague[] =>
  listActiveUsers(db)
    .filter(({ id }) => {
      const actor = id === author.userId ? undefined : findActor(db, id, tenant, '')
      return actor !== undefined && canSee(actor, ticket)
    })
    .map(({ id, name }) => ({ id, name }))

/**
 * The users among `ids` whose `@name` is in the text. The others are left out, and their names stay plain text: a
 * colleague may have lost access since the author chose them.
 */
export function colleaguesIn(
  cx: Cx,
  author: Pick<Actor, 'userId'>,
  ticket: Ticket,
  { body, ids }: { readonly body: string; readonly ids: readonly number[] },
): Colleague[] {
  if (ids.length === 0) return []
  const meant = new Set(ids)
  return listColleagues(cx, author, ticket).filter(({ id, name }) => meant.has(id) && body.includes(`@${name}`))
}
