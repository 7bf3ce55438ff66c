import { useQueryClient } from '@tanstack/react-query'
import { type UserSummary, userUpdated } from '../../../src/users/contract'
import { useEvent } from '../../shared/live/useEvent'
import { takeOwn } from '../../shared/session/session'
import { useUser } from '../../shared/session/useUser'

/** Fields that decide what a user sees. */
const rights = ['profile', 'super', 'allUserChat', 'queueIds', 'connectionAccess'] as const

/** The signed-in user was changed. If their permissions were, mounted queries are refetched, others dropped. */
export function useOwnRights() {
  const queries = useQueryClient()
  const me = useUser()
  useEvent(userUpdated, ({ user }) => {
    if (user.id !== me.id) return
    const known = { ...user, ...me }
    if (!isSame(known, { ...known, ...ownOf(user) })) takeOwn(ownOf(user))
    if (rights.every((name) => isSame(me[name], user[name]))) return
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
  })
}

/** The session's fields of a users row. */
function ownOf({ id, active, online, lastSeenAt, conversationLimit, ...own }: UserSummary) {
  return own
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
