/** A merge, what comes meanwhile, and its undo: afterwards everything is as if the two had never been merged. */
import { expect, test } from 'bun:test'
import { MINUTE } from '../../src/platform/time'
import type { CompanyWorld } from '../support/company-world'
import { LOJA } from '../support/company-world'
import { inSuite } from '../support/long'
import { createRandom } from '../support/random'
import { world } from '../support/world'

const ROUNDS = inSuite(12, 60)

/** The ways on which the two write: each on a channel of their own, or both on the same connection. */
type Setting = { readonly name: string; readonly ways: readonly Way[] }
type Way = { readonly who: 'Lavínia' | 'Marcos'; readonly kind: 'igsid' | 'phone' | 'psid'; readonly value: string }

const settings: readonly Setting[] = [
  {
    name: 'on two channels',
    ways: [
      { who: 'Lavínia', kind: 'igsid', value: '17841400000000001' },
      { who: 'Marcos', kind: 'phone', value: '5521996124087' },
    ],
  },
  {
    name: 'on the same connection',
    ways: [
      { who: 'Lavínia', kind: 'phone', value: '5521987654321' },
      { who: 'Marcos', kind: 'phone', value: '5521996124087' },
    ],
  },
  {
    name: 'one of them on three channels',
    ways: [
      { who: 'Lavínia', kind: 'igsid', value: '17841400000000001' },
      { who: 'Lavínia', kind: 'phone', value: '5521987654321' },
      { who: 'Marcos', kind: 'phone', value: '5521996124087' },
      { who: 'Marcos', kind: 'psid', value: '7841400000000001' },
    ],
  },
]

function furnish(company: CompanyWorld, { ways }: Setting) {
  const admin = company.admin()
  const over = {
    phone: LOJA,
    igsid: company.connection({ channel: 'instagram', open: false }).id,
    psid: company.connection({ channel: 'facebook', open: false }).id,
  }
  const people = ways.map(({ who, kind, value }) => ({
    who,
    person: company.whatsapp.person(value, { connectionId: over[kind], kind, name: who }),
  }))
  // Each person is one contact with all their addresses from the start.
  const ids = [...new Set(ways.map(({ who }) => who))].map((who) => {
    const addresses = ways.filter((way) => way.who === who).map(({ kind, value }) => ({ kind, value }))
    return company.contact({ name: who, addresses }).id
  })
  return { company, admin, people, ids }
}

type Furnished = ReturnType<typeof furnish>

/** Whose everything is, whatever the ids of tickets. */
const whose = ({ company }: Furnished) => ({
  contacts: company.rows('SELECT id, name, number FROM contacts ORDER BY id'),
  addresses: company.rows(
    'SELECT a.kind, a.value, c.name FROM contact_addresses a JOIN contacts c ON c.id = a.contact_id ORDER BY 1, 2',
  ),
  messages: company.rows(
    'SELECT m.body, c.name, m.connection_id FROM messages m JOIN contacts c ON c.id = m.contact_id ORDER BY m.body',
  ),
  elsewhere: company.rows(
    `SELECT m.body FROM messages m JOIN tickets t ON t.id = m.ticket_id
     WHERE (t.contact_id, t.connection_id) <> (m.contact_id, m.connection_id)`,
  ),
  last: company.rows(
    `SELECT id FROM tickets t WHERE last_message_id IS NOT
       (SELECT id FROM messages WHERE ticket_id = t.id ORDER BY created_at DESC, id DESC LIMIT 1)`,
  ),
  unheard: company.rows('SELECT body FROM messages WHERE from_me = 0 AND ticket_id IS NULL'),
  windows: company.rows(
    'SELECT w.connection_id, c.name, w.opened_at FROM reply_windows w JOIN contacts c ON c.id = w.contact_id ORDER BY 1, 2',
  ),
  twice: company.rows(
    `SELECT contact_id, connection_id FROM tickets WHERE status <> 'closed' GROUP BY 1, 2 HAVING count(*) > 1`,
  ),
})

test.each(settings.map((setting) => [setting.name, setting] as const))(
  '%s',
  async (_, setting) => {
    const w = world()
    for (let round = 0; round < ROUNDS; round++) {
      const random = createRandom(round + 1)
      const [merged, never] = [furnish(w.company(), setting), furnish(w.company(), setting)]
      let said = 0
      const traffic = (steps: number) => {
        for (let step = 0; step < steps; step++) {
          w.clock.forward(random.below(30) * MINUTE)
          const at = random.below(setting.ways.length)
          const body = `${++said}`.padStart(4, '0')
          const isOurs = random.below(4) === 0
          const closes = random.below(6) === 0
          for (const { company, people } of [merged, never]) {
            if (closes) company.rows(`UPDATE tickets SET status = 'closed', closed_at = ? RETURNING id`, w.clock.now())
            const person = people[at]?.person
            if (isOurs) person?.getsFromPhone(body)
            else person?.says(body, { sentAt: w.clock.now() })
          }
        }
      }
      traffic(random.below(8))
      const [a, b] = random.below(2) === 0 ? merged.ids : [...merged.ids].reverse()
      const done = await merged.admin.json('/api/contacts/merge', 'POST', {
        sourceContactId: a,
        targetContactId: b,
        mergedData: {},
      })
      const { mergeId } = (await done.json()) as { mergeId: number } // the route's contract
      expect(mergeId).toBe(1)
      traffic(1 + random.below(12))
      expect((await merged.admin.json(`/api/contacts/merges/${mergeId}/undo`, 'POST', {})).status).toBe(200)
      expect(whose(merged)).toEqual(whose(never))
      traffic(random.below(5))
      expect(whose(merged)).toEqual(whose(never))
    }
  },
  { timeout: 120_000 },
)
