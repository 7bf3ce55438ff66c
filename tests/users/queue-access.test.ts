/** The right to a queue is decided in one place; what server and screens ask of it agrees in every case. */
import { describe, expect, test } from 'bun:test'
import type { Actor, Profile } from '../../src/actor'
import { mayUseQueue } from '../../src/tickets/ticket'
import { queueAccess, seesQueue } from '../../src/users/permissions'
import { canSee } from '../../src/users/visibility'

const [OWN, OTHER, LOJA, FILIAL] = [1, 2, 5, 6]

type Case = {
  readonly profile: Profile
  readonly allUserChat: boolean
  readonly queueIds: readonly number[]
  readonly isRestricted: boolean
  readonly connectionIds: readonly number[] | null
}

const cases: readonly Case[] = (['admin', 'supervisor', 'user'] as const).flatMap((profile) =>
  [false, true].flatMap((allUserChat) =>
    [[], [OWN]].flatMap((queueIds) =>
      [false, true].flatMap((isRestricted) =>
        [null, [LOJA], [FILIAL]].map((connectionIds) => ({
          profile,
          allUserChat,
          queueIds,
          isRestricted,
          connectionIds,
        })),
      ),
    ),
  ),
)

/** Another's queue is restricted or not; an own one is a restricted one, which its members use all the same. */
function actorOf({ profile, allUserChat, queueIds, isRestricted, connectionIds }: Case): Actor {
  const isHidden = isRestricted && profile !== 'admin'
  return {
    tenantId: 1,
    tenantUuid: '',
    userId: 7,
    name: '',
    profile,
    super: false,
    allUserChat,
    allowRealTime: false,
    queueIds,
    hiddenQueueIds: isHidden ? [OTHER] : [],
    connectionIds,
    onlyKnownContacts: false,
    isOverdue: false,
    sessionId: '',
  }
}

describe.each(cases)('%o', (one) => {
  const actor = actorOf(one)
  const queues = [
    { id: OWN, isRestricted: true },
    { id: OTHER, isRestricted: one.isRestricted },
  ].filter(({ id }) => id === OTHER || one.queueIds.includes(OWN))

  test('the screens, which know what is restricted, and the server, which knows what is hidden, agree', () => {
    for (const queue of queues) {
      expect(mayUseQueue(actor, queue.id)).toBe(queueAccess(actor, queue) === 'use')
      const place = { connectionId: LOJA, queueId: queue.id, userId: null }
      const onConnection = one.connectionIds?.includes(LOJA) !== false
      expect(canSee(actor, place)).toBe(onConnection && seesQueue(actor, queue))
      expect(canSee(actor, { ...place, userId: actor.userId })).toBe(true)
    }
  })
})

test.each<[user: Partial<Case>, free: string | null, restricted: string | null, own: string | null]>([
  [{ profile: 'admin' }, 'use', 'use', 'use'],
  [{ profile: 'supervisor' }, 'use', null, 'use'],
  [{ profile: 'user', queueIds: [OWN] }, null, null, 'use'],
  [{ profile: 'user', queueIds: [OWN], allUserChat: true }, 'see', null, 'use'],
  [{ profile: 'user' }, 'use', null, 'use'],
  [{ profile: 'user', allUserChat: true }, 'use', null, 'use'],
])('%o: another queue %p, a restricted one %p, an own one %p', (given, free, restricted, own) => {
  const user = { profile: 'user' as const, allUserChat: false, queueIds: [], ...given }
  const access = (id: number, isRestricted: boolean) => queueAccess(user, { id, isRestricted })
  expect([access(OTHER, false), access(OTHER, true)]).toEqual([free, restricted] as never)
  expect(queueAccess({ ...user, queueIds: [...user.queueIds, OWN] }, { id: OWN, isRestricted: true })).toBe(
    own as never,
  )
})

test('users without queues may use every unrestricted queue, but see no conversations of others in it', () => {
  const user = { profile: 'user' as const, allUserChat: false, queueIds: [] }
  expect(queueAccess(user, { id: OTHER, isRestricted: false })).toBe('use')
  expect(seesQueue(user, { id: OTHER, isRestricted: false })).toBe(false)
})
