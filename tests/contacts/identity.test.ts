/** Who is who: renamed, told apart again, not heard, seen with a picture. */
import { describe, expect, test } from 'bun:test'
import { deleteConnection } from '../../src/channels/connections/actions'
import { contactUpdated } from '../../src/contacts/contract'
import { DAY, MINUTE } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import { LOJA } from '../support/company-world'
import { group, lid, phone } from '../support/telephones'
import { until } from '../support/until'
import { type World, world } from '../support/world'

const MARIA = '5521996124087'
const JOAO = '5521987654321'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const told = async (answer: Promise<Response>) => (await answer).json() as Promise<Record<string, unknown>>
const contact = (w: World, id: number) => w.rows('SELECT * FROM contacts WHERE id = ?', id)[0]

describe('a contact', () => {
  test('is renamed for good, and everybody sees it', async () => {
    const w = world()
    const [ana, beto] = [w.attendant(), w.attendant()]
    w.whatsapp.person(MARIA, { name: 'maria ❤' }).says('oi')
    expect(await told(ana.json('/api/contacts/1', 'PUT', { name: 'Maria da Silva', disableBot: true }))).toMatchObject({
      name: 'Maria da Silva',
      number: MARIA,
      disableBot: true,
    })
    expect(beto.heard(contactUpdated).at(-1)).toMatchObject({ contact: { name: 'Maria da Silva' } })
    w.whatsapp.person(MARIA, { name: 'mariazinha' }).says('de novo')
    expect(contact(w, 1)).toMatchObject({ name: 'Maria da Silva', name_by: 'person' })
  })

  test('entered by hand is recognised by the number, also where the messenger answered with a hidden one', async () => {
    const w = world()
    w.telephones.register(MARIA, [lid('998877')])
    await w.attendant().json('/api/contacts', 'POST', { name: 'Maria', number: MARIA })
    w.whatsapp.person(MARIA).says('oi')
    expect(w.rows('SELECT contact_id FROM messages')).toEqual([{ contact_id: 1 }])
  })

  test('moves to another number, the messenger’s own form of it, unless it is somebody else’s', async () => {
    const w = world()
    const ana = w.attendant()
    w.whatsapp.person(MARIA, { lid: '998877' }).says('oi')
    const joao = w.contact({ number: JOAO })
    expect(await told(ana.json('/api/contacts/1', 'PUT', { number: JOAO }))).toMatchObject({
      error: 'ERR_DUPLICATED_CONTACT',
      details: { contactId: joao.id },
    })
    w.telephones.register('5511912345678', [phone('551112345678'), lid('112233')])
    expect(await told(ana.json('/api/contacts/1', 'PUT', { number: '5511912345678' }))).toMatchObject({
      number: '551112345678',
    })
    expect(w.rows('SELECT kind, value FROM contact_addresses WHERE contact_id = 1 ORDER BY kind')).toEqual([
      { kind: 'lid', value: '112233' },
      { kind: 'phone', value: '551112345678' },
    ])
    w.telephones.register('5511900000000', null)
    expect(await told(ana.json('/api/contacts/1', 'PUT', { number: '5511900000000' }))).toMatchObject({
      error: 'ERR_CHECK_NUMBER',
    })
  })

  test('known by a hidden number keeps it when a number that was typed for it is corrected, until the two are seen together', async () => {
    const w = world()
    const ana = w.attendant()
    const [hidden, other] = [lid('998877'), '5511900000000']
    const known = () => w.rows('SELECT kind, value FROM contact_addresses WHERE contact_id = 1 ORDER BY kind')
    const lidAnd = (value: string) => [
      { kind: 'lid', value: '998877' },
      { kind: 'phone', value },
    ]
    w.whatsapp.person(MARIA).says('oi', { chat: [hidden] })
    await ana.json('/api/contacts/1', 'PUT', { number: JOAO })
    expect(known()).toEqual(lidAnd(JOAO))
    await ana.json('/api/contacts/1', 'PUT', { number: MARIA })
    expect(known()).toEqual(lidAnd(MARIA))
    w.whatsapp.person(MARIA).says('sou eu', { chat: [hidden] })
    expect(w.rows('SELECT id FROM tickets')).toHaveLength(1)
    w.whatsapp.person(MARIA).says('e daqui', { chat: [phone(MARIA), hidden] })
    await ana.json('/api/contacts/1', 'PUT', { number: other })
    expect(known()).toEqual([{ kind: 'phone', value: other }])
  })

  test('begins with what the company says about audio, and each is switched by itself', async () => {
    const w = world()
    const ana = w.attendant()
    writeSetting(w.db, 'acceptAudioMessageContact', 'disabled')
    w.whatsapp.person(MARIA).says('oi')
    expect(contact(w, 1)).toMatchObject({ accept_audio: 0 })
    expect(await told(ana.json('/api/contacts/toggleAcceptAudio/1', 'PUT', {}))).toMatchObject({
      acceptAudioMessage: true,
    })
    expect(await told(ana.json('/api/contacts/toggleAcceptAudio/99', 'PUT', {}))).toMatchObject({
      error: 'ERR_NO_CONTACT_FOUND',
    })
  })

  test('a number is checked with the messenger, which must be there to answer', async () => {
    const w = world()
    const ana = w.attendant()
    w.telephones.register(MARIA, [phone('552196124087')])
    w.telephones.register(JOAO, null)
    const check = (number: string) => told(ana.request(`/api/contacts/check/${number}`))
    expect(await check(MARIA)).toEqual({ number: '552196124087' })
    expect(await check(JOAO)).toEqual({ number: null })
    w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
    expect(await check(MARIA)).toMatchObject({ error: 'ERR_WAPP_NOT_INITIALIZED' })
  })

  test('a number is checked thirty times a minute by one person, and not in everybody’s name', async () => {
    const w = world()
    const [ana, bia] = [w.attendant(), w.attendant()]
    const check = async (who: typeof ana) => (await who.request(`/api/contacts/check/${MARIA}`)).status
    for (let n = 0; n < 30; n++) expect(await check(ana)).toBe(200)
    expect([await check(ana), await check(bia)]).toEqual([429, 200])
    expect(w.telephones.called('lookUp')).toHaveLength(31)
    w.clock.forward(MINUTE)
    expect(await check(ana)).toBe(200)
  })

  test('entering people asks no more often than checking does: who enters very many has them taken as typed', async () => {
    const w = world()
    const [ana, bia] = [w.attendant(), w.attendant()]
    const number = (n: number) => `55219${90_000_000 + n}`
    const enter = (who: typeof ana, n: number) => who.json('/api/contacts', 'POST', { name: 'Nova', number: number(n) })
    for (let n = 0; n < 20; n++) expect((await enter(ana, n)).status).toBe(200)
    for (let n = 20; n < 40; n++)
      expect((await ana.json('/api/contacts/1', 'PUT', { number: number(n) })).status).toBe(200)
    w.telephones.register(number(90), null)
    expect([(await enter(ana, 90)).status, (await enter(bia, 91)).status]).toEqual([200, 200])
    expect(w.telephones.called('lookUp')).toHaveLength(31)
  })
})

describe('a block', () => {
  const blocks = (w: World) => w.telephones.called('block').map(({ detail }) => detail)

  test('is told to the messenger, also later when it was not there', async () => {
    const w = world()
    const ana = w.attendant()
    w.whatsapp.person(MARIA).says('oi')
    expect(await told(ana.json('/api/contacts/block/1', 'PUT', { active: false }))).toMatchObject({ active: false })
    await until(() => blocks(w).length === 1)
    expect(blocks(w)).toEqual([{ of: MARIA, isBlocked: true }])
    w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
    await ana.json('/api/contacts/block/1', 'PUT', { active: true })
    expect(blocks(w)).toHaveLength(1)
    w.connect(LOJA)
    await until(() => blocks(w).length === 2)
    expect(blocks(w)[1]).toEqual({ of: MARIA, isBlocked: false })
    await until(() => w.rows('SELECT 1 FROM block_wishes').length === 0)
  })

  test('that the messenger refuses holds up no other block, and is tried again', async () => {
    const w = world()
    const ana = w.attendant()
    for (const number of [MARIA, JOAO]) w.whatsapp.person(number).says('oi')
    w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
    for (const id of [1, 2]) await ana.json(`/api/contacts/block/${id}`, 'PUT', { active: false })
    const { block } = w.telephones.channel
    let refusals = 0
    w.telephones.channel.block = async (ref, address, isBlocked) => {
      if (address.value === MARIA && ++refusals < 2) throw new Error('not now')
      return block(ref, address, isBlocked)
    }
    const pending = () => w.rows('SELECT 1 FROM block_wishes').length
    w.connect(LOJA)
    await until(() => pending() === 1, 'the other one')
    expect(blocks(w)).toEqual([{ of: JOAO, isBlocked: true }])
    w.connect(LOJA)
    await until(() => pending() === 0)
    expect(blocks(w).at(-1)).toEqual({ of: MARIA, isBlocked: true })
  })

  test('that nobody answers holds up what was read no longer than three of them', async () => {
    const w = world()
    const ana = w.attendant()
    w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
    for (const id of Array.from({ length: 10 }, (_, n) => w.contact({ number: `55219${90_000_000 + n}` }).id))
      await ana.json(`/api/contacts/block/${id}`, 'PUT', { active: false })
    w.whatsapp.person(MARIA).says('oi')
    await ana.json('/api/tickets/1', 'PUT', { status: 'open' })
    await ana.request('/api/messages/1')
    let asked = 0
    w.telephones.channel.block = async () => {
      asked += 1
      throw new Error('no answer')
    }
    w.connect(LOJA)
    await until(() => w.rows('SELECT 1 FROM read_wishes').length === 0, 'what was read')
    expect([asked, w.rows('SELECT 1 FROM block_wishes').length]).toEqual([3, 10])
  })

  test('that is never answered does not stay in front of one that would be', async () => {
    const w = world()
    const ana = w.attendant()
    const close = () => w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
    close()
    for (const number of ['5521990000001', '5521990000002', '5521990000003', '5521990000004', MARIA])
      await ana.json(`/api/contacts/block/${w.contact({ number }).id}`, 'PUT', { active: false })
    w.telephones.channel.block = async (_, { value }) => {
      if (value === MARIA) return true
      throw new Error('no answer')
    }
    await until(() => {
      close()
      w.connect(LOJA)
      return w.rows('SELECT 1 FROM block_wishes').length === 4
    }, 'the block that is answered')
  })

  test('made on the company’s own phone is one here, too', () => {
    const w = world()
    const ana = w.attendant()
    w.whatsapp.person(MARIA).says('oi')
    w.telephones.blocked(w.refOf(LOJA), phone(MARIA), true)
    expect(contact(w, 1)).toMatchObject({ active: 0 })
    expect(ana.heard(contactUpdated).at(-1)).toMatchObject({ contact: { active: false } })
    w.telephones.blocked(w.refOf(LOJA), phone(MARIA), false)
    expect(contact(w, 1)).toMatchObject({ active: 1 })
    expect(blocks(w)).toEqual([])
  })

  test('that is on its way to the messenger is not undone by what the messenger says of before', async () => {
    const w = world()
    const ana = w.attendant()
    w.whatsapp.person(MARIA).says('oi')
    w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
    await ana.json('/api/contacts/block/1', 'PUT', { active: false })
    w.telephones.blocked(w.refOf(LOJA), phone(MARIA), false)
    expect(contact(w, 1)).toMatchObject({ active: 0 })
    w.connect(LOJA)
    await until(() => w.rows('SELECT 1 FROM block_wishes').length === 0)
    expect(blocks(w)).toEqual([{ of: MARIA, isBlocked: true }])
  })

  test('of a group stays here: the messenger knows no such thing', async () => {
    const w = world()
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: [group('120363')], isGroup: true, body: 'oi' }))
    expect(await told(w.attendant().json('/api/contacts/block/1', 'PUT', { active: false }))).toMatchObject({
      active: false,
    })
    expect(w.rows('SELECT 1 FROM block_wishes')).toEqual([])
  })
})

describe('a picture', () => {
  const asked = (w: World) => w.telephones.called('picture').length

  test('is fetched once a day from who writes, kept here, and shown to who is signed in', async () => {
    const w = world()
    const ana = w.attendant()
    w.telephones.keepFile(`picture of ${MARIA}`, png)
    const maria = w.whatsapp.person(MARIA)
    maria.says('oi')
    await until(() => ana.heard(contactUpdated).some(({ contact }) => contact.profilePicUrl !== null))
    const address = ana.heard(contactUpdated).at(-1)?.contact.profilePicUrl ?? ''
    expect(address).toStartWith('/api/contacts/1/picture/')
    const shown = await ana.request(address)
    expect([shown.status, Buffer.from(await shown.arrayBuffer()).equals(png)]).toEqual([200, true])
    expect((await w.app.handle(new Request(`http://localhost${address}`))).status).toBe(403)
    maria.says('de novo')
    expect(asked(w)).toBe(1)
    w.clock.forward(DAY + 1)
    maria.says('amanhã')
    await until(() => asked(w) === 2)
  })

  test('of many who write at once is asked for at most four times a second', async () => {
    const w = world({ usualPace: true })
    const started = performance.now()
    for (let n = 0; n < 6; n++) w.whatsapp.person(`552199000000${n}`).says('oi')
    await until(() => asked(w) === 3)
    expect(performance.now() - started).toBeGreaterThan(490)
  })

  test('that changed is fetched again, and one that is gone is shown no more', async () => {
    const w = world()
    w.telephones.keepFile(`picture of ${MARIA}`, png)
    w.whatsapp.person(MARIA).says('oi')
    await until(() => w.rows('SELECT 1 FROM contacts WHERE picture IS NOT NULL').length === 1)
    w.telephones.keepFile(`picture of ${MARIA}`, Buffer.from('not a picture'))
    w.telephones.pictureChanged(w.refOf(LOJA), phone(MARIA))
    await until(() => w.rows('SELECT 1 FROM contacts WHERE picture IS NULL AND picture_url IS NULL').length === 1)
  })
})

describe('two contacts that were merged by mistake', () => {
  /** One by LID, one by phone, each with an active ticket; Ana attends the second. */
  function merged() {
    const w = world()
    const admin = w.attendant([], { profile: 'admin' })
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], pushName: 'Zé', body: 'sou Zé' }))
    w.whatsapp.person(MARIA, { name: 'Maria' }).says('sou Maria')
    w.rows("UPDATE tickets SET status = 'open', user_id = ? WHERE id = 2 RETURNING id", admin.userId)
    w.telephones.sameContact(w.refOf(1), lid('998877'), phone(MARIA))
    w.whatsapp.person(MARIA).says('depois')
    return { w, admin }
  }
  const undo = (admin: ReturnType<typeof merged>['admin'], id: number) =>
    told(admin.json(`/api/contacts/merges/${id}/undo`, 'POST', {}))

  test('are separated again, each with its own conversation', async () => {
    const { w, admin } = merged()
    expect(w.rows('SELECT id FROM contacts')).toEqual([{ id: 1 }])
    expect(await told(admin.request('/api/contacts/1/merges'))).toMatchObject([
      { id: 1, name: 'Maria', number: MARIA, tickets: 1 },
    ])
    expect(await undo(admin, 1)).toMatchObject({ id: 2, name: 'Maria', number: MARIA })
    expect(w.rows('SELECT id, name, number FROM contacts ORDER BY id')).toEqual([
      { id: 1, name: 'Zé', number: null },
      { id: 2, name: 'Maria', number: MARIA },
    ])
    expect(w.rows('SELECT id, contact_id, status, last_message FROM tickets ORDER BY id')).toEqual([
      { id: 1, contact_id: 1, status: 'pending', last_message: 'sou Zé' },
      { id: 2, contact_id: 2, status: 'open', last_message: 'depois' },
    ])
    expect(w.rows('SELECT body, ticket_id, contact_id FROM messages ORDER BY id')).toEqual([
      { body: 'sou Zé', ticket_id: 1, contact_id: 1 },
      { body: 'sou Maria', ticket_id: 2, contact_id: 2 },
      { body: 'depois', ticket_id: 2, contact_id: 2 },
    ])
    expect(w.rows('SELECT kind, value, contact_id FROM contact_addresses ORDER BY kind')).toEqual([
      { kind: 'lid', value: '998877', contact_id: 1 },
      { kind: 'phone', value: MARIA, contact_id: 2 },
    ])
    expect(await (await admin.request('/api/contacts/1/merges')).json()).toEqual([])
    expect(await undo(admin, 1)).toMatchObject({ error: 'ERR_NO_MERGE_FOUND' })
  })

  test('are not merged again by themselves: a message is of whom its envelope names first', async () => {
    const { w, admin } = merged()
    await undo(admin, 1)
    w.telephones.sameContact(w.refOf(1), lid('998877'), phone(MARIA))
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877'), phone(MARIA)], body: 'pelo LID' }))
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [phone(MARIA), lid('998877')], body: 'pelo fone' }))
    expect(w.rows('SELECT count(*) AS n FROM contacts')).toEqual([{ n: 2 }])
    expect(w.rows(`SELECT body, contact_id FROM messages WHERE body LIKE 'pelo%' ORDER BY id`)).toEqual([
      { body: 'pelo LID', contact_id: 1 },
      { body: 'pelo fone', contact_id: 2 },
    ])
  })

  test('get back no number that is somebody else’s by now', async () => {
    const { w, admin } = merged()
    await admin.json('/api/contacts/1', 'PUT', { number: JOAO })
    w.whatsapp.person(MARIA, { name: 'Maria de novo' }).says('oi')
    expect(await undo(admin, 1)).toMatchObject({ id: 2, name: 'Maria', number: null })
    expect(w.rows('SELECT id, number FROM contacts ORDER BY id')).toEqual([
      { id: 1, number: JOAO },
      { id: 2, number: null },
      { id: 3, number: MARIA },
    ])
  })

  test('get back a number that was corrected meanwhile, and are found by it', async () => {
    const { w, admin } = merged()
    await admin.json('/api/contacts/1', 'PUT', { number: JOAO })
    expect(await undo(admin, 1)).toMatchObject({ id: 2, name: 'Maria', number: MARIA })
    w.whatsapp.person(MARIA).says('sou eu de novo')
    expect(w.rows("SELECT contact_id FROM messages WHERE body = 'sou eu de novo'")).toEqual([{ contact_id: 2 }])
  })

  /** Two who each had a number; of the one that stayed it was corrected to the other's. */
  async function corrected() {
    const w = world()
    const admin = w.admin()
    w.whatsapp.person(JOAO, { name: 'João' }).says('oi')
    w.whatsapp.person(MARIA, { name: 'Maria' }).says('oi')
    w.telephones.sameContact(w.refOf(1), phone(JOAO), phone(MARIA))
    expect(contact(w, 1)?.number).toBe(JOAO)
    await admin.json('/api/contacts/1', 'PUT', { number: MARIA })
    return { w, admin }
  }

  test('get back no number of their own that somebody has by now', async () => {
    const { w, admin } = await corrected()
    w.whatsapp.person(JOAO, { name: 'João de novo' }).says('oi')
    expect(await undo(admin, 1)).toMatchObject({ id: 2 })
    expect(w.rows('SELECT id, number FROM contacts ORDER BY id')).toEqual([
      { id: 1, number: null },
      { id: 2, number: MARIA },
      { id: 3, number: JOAO },
    ])
  })

  test('are written to and heard under the numbers they have back', async () => {
    const { w, admin } = await corrected()
    await undo(admin, 1)
    await admin.json('/api/tickets/1', 'PUT', { status: 'open' })
    await admin.json('/api/messages/1', 'POST', { body: 'ainda aí?' })
    await until(() => w.telephones.sent.length === 1)
    expect(w.telephones.sent).toMatchObject([{ to: phone(JOAO), body: 'ainda aí?' }])
    w.whatsapp.person(JOAO).says('ainda aqui')
    expect(w.rows("SELECT contact_id FROM messages WHERE body = 'ainda aqui'")).toEqual([{ contact_id: 1 }])
  })

  test('reopen no ticket on a connection that is gone', async () => {
    const { w, admin } = merged()
    await admin.json('/api/tickets/2', 'PUT', { status: 'closed' })
    deleteConnection(w.cx, LOJA)
    await undo(admin, 1)
    expect(w.rows('SELECT id, contact_id, status FROM tickets ORDER BY id')).toEqual([
      { id: 1, contact_id: 1, status: 'closed' },
      { id: 2, contact_id: 2, status: 'closed' },
    ])
  })

  test('each with the own picture, and a last line as short as any', async () => {
    const w = world()
    const admin = w.attendant([], { profile: 'admin' })
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], body: 'sou Zé\n'.repeat(100) }))
    w.telephones.keepFile(`picture of ${MARIA}`, png)
    w.whatsapp.person(MARIA).says('sou Maria')
    await until(() => w.rows('SELECT 1 FROM contacts WHERE picture IS NOT NULL').length === 1)
    w.telephones.sameContact(w.refOf(1), lid('998877'), phone(MARIA))
    expect(contact(w, 1)?.picture).not.toBeNull()
    await undo(admin, 1)
    expect(contact(w, 1)).toMatchObject({ picture: null, picture_url: null })
    expect(contact(w, 2)?.picture).not.toBeNull()
    const lines = w.rows<{ last_message: string }>('SELECT last_message FROM tickets ORDER BY id')
    expect(lines.map(({ last_message }) => last_message.length <= 250 && !last_message.includes('\n'))).toEqual([
      true,
      true,
    ])
  })

  test('stay apart also when one of them becomes one with somebody else', async () => {
    const w = world()
    const admin = w.attendant([], { profile: 'admin' })
    w.whatsapp.person(JOAO, { name: 'João' }).says('oi')
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], body: 'sou Zé' }))
    w.whatsapp.person(MARIA).says('sou Maria')
    w.telephones.sameContact(w.refOf(1), lid('998877'), phone(MARIA))
    await undo(admin, 1)
    w.telephones.sameContact(w.refOf(1), phone(JOAO), lid('998877'))
    w.telephones.sameContact(w.refOf(1), phone(MARIA), lid('998877'))
    expect(w.rows('SELECT id FROM contacts ORDER BY id')).toEqual([{ id: 1 }, { id: 3 }])
  })

  test('by admins and supervisors, the latest merge first', async () => {
    const { w, admin } = merged()
    expect(await undo(w.attendant(), 1)).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    w.rows(`UPDATE contact_merges SET kept_id = 77 WHERE id = 1 RETURNING id`)
    expect(await undo(admin, 1)).toMatchObject({ error: 'ERR_MERGE_NOT_LAST' })
  })

  test('the counters are right afterwards', async () => {
    const { admin } = merged()
    await undo(admin, 1)
    const { data } = await admin.api.tickets.counters.get({ query: { showAll: 'true' } })
    expect(data).toMatchObject({ open: 1, pending: 1 })
  })
})
