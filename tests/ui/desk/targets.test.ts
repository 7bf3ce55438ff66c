/** Possible transfer targets of one or several tickets, and the resulting queue. */
import { describe, expect, test } from 'bun:test'
import type { UserOption } from '../../../src/users/contract'
import { commonAssignment, queueAt, targetsFor } from '../../../ui/features/desk/rules/targets'

const person = (id: number, name: string, more: Partial<UserOption> = {}) =>
  ({ id, name, profile: 'user', online: false, queueIds: [], allQueues: true, ...more }) as UserOption // only these fields are read
const queues = [
  { id: 1, name: 'Vendas', color: '#111', isRestricted: false },
  { id: 2, name: 'Suporte', color: '#222', isRestricted: false },
  { id: 3, name: 'Diretoria', color: '#333', isRestricted: true },
]
const [ana, beto, caio] = [person(1, 'Ana'), person(2, 'Beto', { online: true }), person(3, 'Caio')]
const offered = (place: { userId: number | null; queueId: number | null }) =>
  targetsFor({ people: [ana, beto, caio], queues, recent: ['person 3'], search: '', place }).map(({ key }) => key)

describe('several tickets', () => {
  const place = (userId: number | null, queueId: number | null) => ({ userId, queueId })

  test('share an attendant or a queue only if all of them have it', () => {
    expect(commonAssignment([place(1, 2)])).toEqual(place(1, 2))
    expect(commonAssignment([place(1, 2), place(1, 1)])).toEqual(place(1, null))
    expect(commonAssignment([place(1, 2), place(null, 2)])).toEqual(place(null, 2))
  })

  test('can go to anybody but their common attendant; recent targets first, then users online', () => {
    expect(offered(place(1, 2))).toEqual(['person 3', 'person 2', 'queue 1', 'queue 3'])
    expect(offered(place(null, null))).toEqual(['person 3', 'person 2', 'person 1', 'queue 1', 'queue 2', 'queue 3'])
  })

  test('keep their own queues when transferred to a user, unless one is chosen', () => {
    const limited = person(4, 'Davi', { allQueues: false, queueIds: [2] })
    const at = (whom: UserOption, chosenId: number | null, queueId: number | null) =>
      queueAt({ kind: 'person', key: '', person: whom }, { queues, chosenId, place: place(null, queueId) })?.id ?? null
    expect([at(limited, null, null), at(limited, 2, null), at(limited, 1, null)]).toEqual([null, 2, null])
    expect([at(limited, null, 1), at(limited, null, 2), at(ana, null, 1), at(ana, 2, 1)]).toEqual([2, null, null, 2])
  })

  test('leave a restricted queue when transferred to a user who is no member of it', () => {
    const at = (person: UserOption) =>
      queueAt({ kind: 'person', key: '', person }, { queues, chosenId: null, place: place(null, 3) })?.id ?? null
    const [member, admin] = [person(5, 'Eva', { queueIds: [3] }), person(6, 'Fia', { profile: 'admin' })]
    expect([ana, member, admin].map(at)).toEqual([1, null, null])
  })
})
