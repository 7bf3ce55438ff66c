/** Live specification of the user list. */

import { MINUTE } from '../../src/platform/time'
import type { UserSummary } from '../../src/users/contract'
import { usersSpec } from '../../ui/features/users/spec'
import { type Attendant, LOJA } from '../support/company-world'
import { runJob } from '../support/jobs'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import type { Random } from '../support/random'
import { type World, world } from '../support/world'

const peopleOf = async (who: Attendant) => (await who.api.users.get({ query: {} })).data?.users ?? []
/** `lastSeenAt` is stored without an event while a user stays online. */
const withoutLastSeen = (rows: readonly UserSummary[]) => rows.map((row) => ({ ...row, lastSeenAt: null }))

async function anything(w: World, admin: Attendant, people: readonly Attendant[], turn: number, random: Random) {
  const { below, pick, oneIn } = random
  w.clock.forward(MINUTE)
  const ids = (await peopleOf(admin)).map(({ id }) => id).filter((id) => id !== admin.userId)
  const id = pick(ids) ?? 0
  const queues = (await admin.api.queue.get({ query: {} })).data?.map((queue) => queue.id) ?? []
  const put = (body: object) => admin.json(`/api/users/${id}`, 'PUT', body)
  switch (below(8)) {
    case 0:
      return void (await admin.json('/api/users', 'POST', {
        name: `Pessoa ${turn}`,
        email: `nova${turn}@loja.example`,
        password: 'Segredo12',
        queueIds: queues.slice(0, 1),
      }))
    case 1:
      return void (await put({ name: oneIn(2) ? `Álvaro ${turn}` : `ana ${turn}` }))
    case 2:
      return void (await put({ profile: pick(['user', 'user', 'supervisor', 'admin'] as const) }))
    case 3:
      return void (await put({ active: oneIn(2), allUserChat: oneIn(2) }))
    case 4:
      return void (await put({ queueIds: queues.filter(() => oneIn(2)), connectionAccess: oneIn(2) ? [LOJA] : [] }))
    case 5:
      if (ids.length < 6) return
      return void (await admin.request(`/api/users/${id}`, { method: 'DELETE' }))
    case 6:
      if (queues.length < 2)
        return void (await admin.json('/api/queue', 'POST', { name: `F${turn}`, color: `#${100_000 + turn}` }))
      return void (await admin.request(`/api/queue/${pick(queues)}`, { method: 'DELETE' }))
    case 7: {
      const somebody = pick(people)
      if (somebody && ids.includes(somebody.userId)) w.server.seen(somebody.listener.actor)
    }
  }
}

/** For an admin and a supervisor. */
export const live = {
  specs: [usersSpec],
  seeds: [3, 7, 11],
  turns: 60,
  async open(random) {
    const w = world()
    const [admin, watching, boss] = [w.admin(), w.admin(), w.attendant([], { profile: 'supervisor' })]
    const people = Array.from({ length: 5 }, () => w.attendant())
    for (const one of people) w.server.hub.leave(one.listener)
    w.rows('UPDATE users SET super = 1 WHERE id IN (?, ?) RETURNING id', watching.userId, boss.userId) // keeps them unchanged
    const lists = [watching, boss].map(async (who) => {
      const rows = opened(who, usersSpec, await peopleOf(who))
      return { shown: () => withoutLastSeen(rows()), fresh: async () => withoutLastSeen(await peopleOf(who)) }
    })
    return {
      lists: await Promise.all(lists),
      async act(turn) {
        await anything(w, admin, people, turn, random)
        await runJob(w.server, 'access.look-for-absent')
      },
      wasBusy: async () => (await peopleOf(admin)).length > 5,
    }
  },
} satisfies LiveWalk
