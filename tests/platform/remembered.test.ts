/** Cached reads never outlive a change of their tables. */
import { expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { findHolder } from '../../src/contacts/queries'
import { begin, remembered, rememberedIn } from '../../src/platform/sqlite'
import { isEnabled, writeSetting } from '../../src/settings/settings'
import { summarizeTicket } from '../../src/tickets/lists/summaries'
import { findActor, queueIdsOf, setUserQueues } from '../../src/users/people'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { world } from '../support/world'

const TABLES = ['user_queues', 'settings']

function place() {
  const w = world()
  const raw = w.db.$client
  const ana = w.attendant([SALES])
  const read: number[] = []
  const readQueues = (userId: number) => {
    read.push(userId)
    return queueIdsOf(w.db, userId)
  }
  const queuesOf = remembered(raw, readQueues, TABLES)
  return { w, raw, ana, read, queues: () => queuesOf(ana.userId) }
}

/** Another process’s writes are noticed within 5 ms. */
function letFiveMillisecondsPass() {
  for (const start = performance.now(); performance.now() - start <= 5; );
}

test('a cached value survives writes to other tables', () => {
  const { w, read, queues } = place()
  for (const name of ['Maria', 'José']) {
    expect(queues()).toEqual([SALES])
    w.contact({ name })
  }
  expect(read).toHaveLength(1)
})

test('it is read again after every kind of write to its tables', () => {
  const { w, raw, ana, queues } = place()
  expect(queues()).toEqual([SALES])
  setUserQueues(w.db, ana.userId, [SALES, SUPPORT])
  expect(queues()).toEqual([SALES, SUPPORT])
  raw.prepare('UPDATE OR REPLACE user_queues SET queue_id = ?').run(SUPPORT)
  expect(queues()).toEqual([SUPPORT])
  raw.prepare('DELETE FROM user_queues').run()
  expect(queues()).toEqual([])
})

test('it is read again after a foreign key cascade', () => {
  const { raw, queues } = place()
  expect(queues()).toEqual([SALES])
  raw.prepare('DELETE FROM queues WHERE id = ?').run(SALES)
  expect(queues()).toEqual([])
})

test('it is read again after another process’s write to any table', () => {
  const { raw, ana, queues } = place()
  expect(queues()).toEqual([SALES])
  const other = new Sqlite(raw.name)
  other.prepare('INSERT INTO user_queues (user_id, queue_id) VALUES (?, ?)').run(ana.userId, SUPPORT)
  other.close()
  letFiveMillisecondsPass()
  expect(queues()).toEqual([SALES, SUPPORT])
})

test('first read in a rolled-back transaction, it still notices all later writes', () => {
  const { w, raw } = place()
  const namesOf = remembered(raw, () => w.rows<{ name: string }>('SELECT name FROM contacts'), ['contacts'])
  begin(raw)
  w.contact({ name: 'Maria' })
  expect(namesOf(null)).toEqual([{ name: 'Maria' }])
  raw.exec('ROLLBACK')
  expect(namesOf(null)).toEqual([])
  w.contact({ name: 'José' })
  expect(namesOf(null)).toEqual([{ name: 'José' }])
})

test('first read in a transaction, it is cached from the next one on', () => {
  const { w, raw } = place()
  let reads = 0
  const countTags = rememberedIn(
    ({ $client }) => {
      reads++
      return $client.prepare('SELECT count(*) FROM tags').pluck().get()
    },
    ['tags'],
  )
  const change = (name: string) =>
    w.cx.transaction(({ db }) => {
      countTags(db)
      w.contact({ name })
      return countTags(db)
    })
  change('Maria')
  reads = 0
  change('José')
  change('Rita')
  expect(reads).toBe(1)
  raw.prepare("INSERT INTO tags (name, color) VALUES ('nova', '#fff')").run()
  expect([change('Ana'), countTags(w.db)]).toEqual([1, 1])
  begin(raw)
  raw.exec('DELETE FROM tags')
  expect(countTags(w.db)).toBe(0)
  raw.exec('ROLLBACK')
  expect([change('Eva'), countTags(w.db)]).toEqual([1, 1])
})

test('the first row of a rarely used feature shows on tickets, whichever process writes it', () => {
  const { w, raw } = place()
  const { id, contactId } = w.ticket({ queueId: SALES })
  const shown = () => {
    const { tags, hasNotes, campaign } = summarizeTicket(w.cx, id)
    return { tags: tags.length, hasNotes, campaign: campaign?.name }
  }
  expect(shown()).toEqual({ tags: 0, hasNotes: false, campaign: undefined })
  const other = new Sqlite(raw.name)
  other.exec(
    `INSERT INTO tags (id, name, color) VALUES (1, 'VIP', '#fff'); INSERT INTO ticket_tags (ticket_id, tag_id) VALUES (${id}, 1)`,
  )
  letFiveMillisecondsPass()
  expect(shown()).toEqual({ tags: 1, hasNotes: false, campaign: undefined })
  raw.exec(
    `INSERT INTO ticket_notes (ticket_id, contact_id, user_id, note, created_at) VALUES (${id}, ${contactId}, 1, 'liga', 0)`,
  )
  expect(shown()).toEqual({ tags: 1, hasNotes: true, campaign: undefined })
  raw.exec('DELETE FROM ticket_tags; DELETE FROM ticket_notes')
  expect(shown()).toEqual({ tags: 0, hasNotes: false, campaign: undefined })
  other.close()
})

test('settings follow what another process writes', () => {
  const { w, raw } = place()
  expect(isEnabled(w.db, 'userRating')).toBe(false)
  const other = new Sqlite(raw.name)
  other.exec(`INSERT INTO settings VALUES ('userRating', 'enabled')`)
  other.close()
  letFiveMillisecondsPass()
  expect(isEnabled(w.db, 'userRating')).toBe(true)
})

test('a person’s rights follow every table they depend on', () => {
  const { w, raw, ana } = place()
  const rights = () => findActor(w.db, ana.userId, w.cx.tenant, 'session')
  expect(rights()).toMatchObject({ profile: 'user', queueIds: [SALES], connectionIds: null, allUserChat: false })
  setUserQueues(w.db, ana.userId, [])
  expect(rights()).toMatchObject({ queueIds: [], hiddenQueueIds: [] })
  raw.prepare('UPDATE queues SET is_restricted = 1 WHERE id = ?').run(SALES)
  expect(rights()).toMatchObject({ hiddenQueueIds: [SALES] })
  writeSetting(w.db, 'restrictedChannels', 'enabled')
  expect(rights()).toMatchObject({ connectionIds: [] })
  raw.prepare('INSERT INTO user_connections VALUES (?, ?)').run(ana.userId, LOJA)
  expect(rights()).toMatchObject({ connectionIds: [LOJA] })
  raw.prepare('UPDATE users SET all_user_chat = 1 WHERE id = ?').run(ana.userId)
  expect(rights()).toMatchObject({ allUserChat: true })
  raw.prepare('UPDATE users SET active = 0 WHERE id = ?').run(ana.userId)
  expect(rights()).toBeUndefined()
})

test('the holder of an address follows the table', () => {
  const { w, raw } = place()
  const [ana, bia] = [w.contact({ name: 'Ana' }), w.contact({ name: 'Bia' })]
  const address = { kind: 'lid', value: '99887766' } as const
  const holder = () => findHolder(w.db, address)
  expect(holder()).toBeUndefined()
  raw.prepare("INSERT INTO contact_addresses (kind, value, contact_id) VALUES ('lid', '99887766', ?)").run(ana.id)
  expect(holder()).toEqual({ contactId: ana.id, isTyped: false })
  expect(() =>
    w.cx.transaction(() => {
      raw.prepare('UPDATE contact_addresses SET contact_id = ? WHERE contact_id = ?').run(bia.id, ana.id)
      expect(holder()?.contactId).toBe(bia.id)
      throw new Error('undone')
    }),
  ).toThrow('undone')
  expect(holder()?.contactId).toBe(ana.id)
  raw.prepare("UPDATE contact_addresses SET typed = 1 WHERE kind = 'lid'").run()
  expect(holder()?.isTyped).toBe(true)
  raw.prepare('DELETE FROM contacts WHERE id = ?').run(ana.id)
  expect(holder()).toBeUndefined()
})
