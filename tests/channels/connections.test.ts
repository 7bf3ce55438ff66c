/** Connections: who may create, change, pair and remove them, and what each screen sees. */
import { describe, expect, test } from 'bun:test'
import { deleteConnection } from '../../src/channels/connections/actions'
import { connectionDeleted, connectionUpdated, sessionUpdated } from '../../src/channels/connections/contract'
import { DAY } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import { listClaims } from '../support/claims'
import { codeOf } from '../support/code-of'
import { type Attendant, LOJA, SALES, SUPPORT } from '../support/company-world'
import { until } from '../support/until'
import { NOON, type World, world } from '../support/world'

const names = async (who: Attendant) => ((await who.api.whatsapp.get({ query: {} })).data ?? []).map(({ name }) => name)
const isDefault = (w: World) =>
  w.rows<{ id: number }>('SELECT id FROM connections WHERE is_default = 1').map(({ id }) => id)

describe('making and changing', () => {
  test('an admin creates one; everybody who may use it sees it appear', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const { data } = await admin.api.whatsapp.post({ name: '  Filial  ', queueIds: [SALES] })
    expect(data).toMatchObject({
      name: 'Filial',
      status: 'DISCONNECTED',
      isDefault: false,
      queueIds: [SALES],
      outboxCount: 0,
      number: null,
    })
    expect(ana.heard(connectionUpdated).map(({ whatsapp }) => whatsapp.name)).toContain('Filial')
    expect(await names(ana)).toEqual(['Filial', 'Loja'])
  })

  test('names are unique, queues must exist, and a refused request stores nothing', async () => {
    const w = world()
    const admin = w.admin()
    expect(codeOf(await admin.api.whatsapp.post({ name: 'Loja' }))).toBe('ERR_DUPLICATED_NAME')
    expect(codeOf(await admin.api.whatsapp.post({ name: 'Filial', queueIds: [99] }))).toBe('ERR_NO_QUEUE_FOUND')
    const short = await admin.api.whatsapp.post({ name: ' a ' })
    expect(short.error?.value).toMatchObject({
      error: 'ERR_INVALID_INPUT',
      details: [{ field: 'name', hint: 'form.name.short' }],
    })
    expect(await names(admin)).toEqual(['Loja'])
  })

  test('several queues require a greeting; a connection saved without one before that rule can still be changed', async () => {
    const w = world()
    const admin = w.admin()
    const both = { name: 'Filial', queueIds: [SALES, SUPPORT] }
    for (const blank of [{}, { greetingMessage: ' ' }])
      expect((await admin.api.whatsapp.post({ ...both, ...blank })).error?.value).toMatchObject({
        error: 'ERR_WAPP_GREETING_REQUIRED',
        details: [{ field: 'greetingMessage' }],
      })
    const { data: made } = await admin.api.whatsapp.post({ ...both, greetingMessage: 'Olá!' })
    const filial = admin.api.whatsapp({ id: made?.id ?? 0 })
    expect(codeOf(await filial.put({ greetingMessage: '' }))).toBe('ERR_WAPP_GREETING_REQUIRED')
    expect((await filial.put({ queueIds: [SALES], greetingMessage: '' })).data?.greetingMessage).toBe('')
    expect(codeOf(await filial.put({ queueIds: [SALES, SUPPORT] }))).toBe('ERR_WAPP_GREETING_REQUIRED')
    w.rows('INSERT INTO connection_queues VALUES (?, ?) RETURNING queue_id', made?.id ?? 0, SUPPORT)
    expect((await filial.put({ name: 'Filial Sul' })).data).toMatchObject({ name: 'Filial Sul', greetingMessage: '' })
  })

  test('one is shown with its queues, and with its users to those who manage access', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    await admin.api.whatsapp({ id: LOJA }).put({ queueIds: [SALES] })
    await admin.json('/api/user-access', 'POST', { userId: ana.userId, connectionId: LOJA })
    const { data: seen } = await admin.api.whatsapp({ id: LOJA }).get()
    expect(seen?.queues).toEqual([{ id: SALES, name: expect.any(String), color: expect.stringMatching(/^#/) }])
    expect(seen?.users).toEqual([{ id: ana.userId, name: expect.any(String) }])
    expect((await ana.api.whatsapp({ id: LOJA }).get()).data).toMatchObject({ queues: [{ id: SALES }], users: [] })
  })

  test('the rate limit is optional', async () => {
    const w = world()
    const admin = w.admin()
    const { data: made } = await admin.api.whatsapp.post({ name: 'Filial', messagesPerMinute: 20 })
    expect(made?.messagesPerMinute).toBe(20)
    const filial = admin.api.whatsapp({ id: made?.id ?? 0 })
    expect((await filial.put({ name: 'Filial Sul' })).data?.messagesPerMinute).toBe(20)
    for (const wrong of [-1, 601, 2.5])
      expect((await filial.put({ messagesPerMinute: wrong })).error?.value).toMatchObject({
        details: [{ field: 'messagesPerMinute', hint: 'form.invalid' }],
      })
    expect((await filial.put({ messagesPerMinute: 0 })).data?.messagesPerMinute).toBe(0)
    expect((await admin.api.whatsapp({ id: LOJA }).get()).data?.messagesPerMinute).toBe(0)
  })

  test('the first is the default, another can replace it, and there is always exactly one', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const filial = (await admin.api.whatsapp.post({ name: 'Filial', isDefault: true })).data
    expect(isDefault(w)).toEqual([filial?.id ?? 0])
    expect(codeOf(await admin.api.whatsapp({ id: filial?.id ?? 0 }).put({ isDefault: false }))).toBe(
      'ERR_NO_OTHER_WHATSAPP',
    )
    expect((await admin.api.whatsapp({ id: LOJA }).put({ isDefault: true })).data?.isDefault).toBe(true)
    expect(isDefault(w)).toEqual([LOJA])
    expect((await admin.api.whatsapp({ id: LOJA }).delete()).status).toBe(200)
    expect(isDefault(w)).toEqual([filial?.id ?? 0])
    // The last event of each connection is its state.
    const heard = new Map(ana.heard(connectionUpdated).map(({ whatsapp }) => [whatsapp.id, whatsapp.isDefault]))
    expect(heard.get(filial?.id ?? 0)).toBe(true)
  })

  test('changing name, queues and texts keeps the rest', async () => {
    const w = world()
    const admin = w.admin()
    await admin.api.whatsapp({ id: LOJA }).put({ queueIds: [SALES], complationMessage: 'Até!' })
    await admin.api.whatsapp({ id: LOJA }).put({ name: 'Matriz' })
    expect(w.rows('SELECT name, completion_message, is_default FROM connections')).toEqual([
      { name: 'Matriz', completion_message: 'Até!', is_default: 1 },
    ])
    expect((await admin.api.whatsapp({ id: LOJA }).get({ query: {} })).data?.queueIds).toEqual([SALES])
  })

  test('a stale list of connections plus its events equals a fresh one', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const list = new Map((await ana.api.whatsapp.get({ query: {} })).data?.map((row) => [row.id, row]))
    const b = (await admin.api.whatsapp.post({ name: 'B', isDefault: true })).data?.id ?? 0
    const c = (await admin.api.whatsapp.post({ name: 'C' })).data?.id ?? 0
    await admin.api.whatsapp({ id: c }).put({ isDefault: true, name: 'Cê' })
    w.connect(b)
    w.telephones.report(w.refOf(b), { status: 'TIMEOUT', reason: 'network', retries: 3 })
    await admin.api.whatsapp({ id: b }).delete()
    for (const frame of ana.frames) {
      const { action, whatsapp, session, whatsappId } = frame.data as {
        action: string
        whatsapp?: { id: number }
        session?: { id: number }
        whatsappId?: number
      }
      const row = whatsapp ?? session
      if (action === 'update' && row) list.set(row.id, row as never) // checked against the schema when emitted
      if (whatsappId !== undefined) list.delete(whatsappId)
    }
    const fresh = (await ana.api.whatsapp.get({ query: {} })).data ?? []
    expect([...list.values()].sort((x, y) => x.name.localeCompare(y.name))).toEqual(fresh)
  })
})

describe('removing', () => {
  test('is refused while tickets are active on it, saying how many', async () => {
    const w = world()
    const admin = w.admin()
    w.ticket()
    w.ticket({ userId: admin.userId })
    w.ticket({ status: 'closed' })
    const refused = await admin.api.whatsapp({ id: LOJA }).delete()
    expect(refused.status).toBe(409)
    expect(refused.error?.value).toMatchObject({ error: 'ERR_CONNECTION_HAS_TICKETS', details: { count: 2 } })
    expect(w.telephones.called('logout')).toEqual([])
  })

  test('ends its session, frees its number and name, and keeps the name on closed tickets', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const ticket = w.ticket({ status: 'closed' })
    expect((await admin.api.whatsapp({ id: LOJA }).delete()).status).toBe(200)
    expect(ana.heard(connectionDeleted)).toEqual([{ whatsappId: LOJA }])
    expect(w.telephones.called('logout')).toMatchObject([{ connectionId: LOJA }])
    expect((await admin.api.whatsapp({ id: LOJA }).get({ query: {} })).status).toBe(404)
    expect((await ana.api.tickets({ id: ticket.id }).get()).data?.whatsapp.name).toBe('Loja')
    expect((await admin.api.whatsapp.post({ name: 'Loja' })).status).toBe(200)
    expect(listClaims(w.control, 'account')).toEqual([])
  })

  test('fails its queued messages visibly', async () => {
    const w = world()
    const admin = w.admin()
    const maria = w.whatsapp.person('5511999990000')
    maria.says('oi')
    await admin.api.tickets({ id: 1 }).put({ status: 'open' })
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    await admin.json('/api/messages/1', 'POST', { body: 'já volto' })
    await admin.api.tickets({ id: 1 }).put({ status: 'closed' })
    await admin.api.whatsapp({ id: LOJA }).delete()
    expect(w.rows('SELECT ack, failure FROM messages WHERE from_me = 1')).toEqual([
      { ack: 0, failure: 'connectionDeleted' },
    ])
    expect(w.rows('SELECT 1 FROM outbox')).toEqual([])
  })

  test('is finished by the next process after a crash', async () => {
    const w = world()
    const admin = w.admin()
    w.whatsapp.person('5511999990000').says('oi')
    await admin.api.tickets({ id: 1 }).put({ status: 'open' })
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    await admin.json('/api/messages/1', 'POST', { body: 'já volto' })
    await admin.api.tickets({ id: 1 }).put({ status: 'closed' })
    deleteConnection(w.cx, LOJA) // and nothing after it
    const again = await w.reopen()
    await again.server.wakeUp()
    expect(again.telephones.called('logout')).toMatchObject([{ connectionId: LOJA }])
    expect(again.rows('SELECT failure FROM messages WHERE from_me = 1')).toEqual([{ failure: 'connectionDeleted' }])
    expect(listClaims(again.control, 'account')).toEqual([])
  })
})

describe('pairing', () => {
  const shown = {
    status: 'qrcode',
    qrcode: '2@segredo',
    qrcodeExpiresAt: Date.UTC(2026, 2, 2, 12, 1),
    pairingCode: 'ABCD1234',
  } as const

  test('the code to scan is visible only to people who may pair, also in events', async () => {
    const w = world()
    const [admin, boss, ana] = [w.admin(), w.attendant([], { profile: 'supervisor' }), w.attendant()]
    const { id } = w.connection({ open: false })
    w.telephones.report(w.refOf(id), shown)
    const see = async (who: Attendant) => (await who.api.whatsapp({ id }).get({ query: {} })).data
    expect(await see(admin)).toMatchObject({ qrcode: '2@segredo', pairingCode: 'ABCD1234' })
    for (const who of [boss, ana]) {
      expect(await see(who)).toMatchObject({ status: 'qrcode', qrcode: '', qrcodeExpiresAt: null, pairingCode: null })
      const list = (await who.api.whatsapp.get({ query: {} })).data ?? []
      expect(list.find((row) => row.id === id)).toMatchObject({ qrcode: '', pairingCode: null })
      expect(who.heard(sessionUpdated).at(-1)).toMatchObject({
        session: { status: 'qrcode', qrcode: '', pairingCode: null },
      })
      expect(JSON.stringify(who.frames)).not.toContain('segredo')
      expect(JSON.stringify(who.frames)).not.toContain('ABCD1234')
    }
    expect(admin.heard(sessionUpdated).at(-1)).toMatchObject({
      session: { qrcode: '2@segredo', pairingCode: 'ABCD1234' },
    })
  })

  test('people who may pair can open and prolong it, by QR code or number', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const { id } = w.connection({ open: false })
    expect((await admin.json(`/api/whatsappsession/${id}`, 'POST', {})).status).toBe(200)
    expect((await admin.request(`/api/whatsappsession/${id}`, { method: 'POST' })).status).toBe(200)
    expect((await admin.json(`/api/whatsappsession/${id}`, 'POST', { number: '+55 (21) 99612-4087' })).status).toBe(200)
    expect((await admin.json(`/api/whatsappsession/${id}`, 'POST', { number: '12' })).status).toBe(400)
    expect(w.telephones.called('pair').map(({ detail }) => detail)).toEqual([
      { by: 'qr' },
      { by: 'qr' },
      { by: 'code', number: '5521996124087' },
    ])
    await ana.api.whatsapp({ id }).get({ query: {} })
    expect(w.telephones.called('keepPairing')).toEqual([])
    await admin.api.whatsapp({ id }).get({ query: {} })
    expect(w.telephones.called('keepPairing')).toHaveLength(1)
  })

  test('an open connection is not paired again', async () => {
    const w = world()
    expect(codeOf(await w.admin().api.whatsappsession({ id: LOJA }).put())).toBe('ERR_WAPP_ALREADY_CONNECTED')
  })

  test('disconnecting also ends the session on the phone and frees the number', async () => {
    const w = world()
    const admin = w.admin()
    const { data } = await admin.api.whatsappsession({ id: LOJA }).delete()
    expect(data).toMatchObject({ status: 'DISCONNECTED', reason: 'loggedOutHere' })
    expect(w.telephones.called('logout')).toHaveLength(1)
    expect(listClaims(w.control, 'account')).toEqual([])
  })

  test('restarting closes and opens every live session', async () => {
    const w = world()
    const admin = w.admin()
    w.connection({ open: false })
    expect((await admin.json('/api/whatsapp-restart', 'POST', {})).status).toBe(200)
    expect(w.telephones.calls.filter(({ what }) => what === 'stop' || what === 'start')).toEqual([
      { what: 'stop', connectionId: LOJA },
      { what: 'start', connectionId: LOJA },
    ])
  })
})

describe('one account, one connection', () => {
  test('a second linking of an account is refused, in the same company and in another', async () => {
    const w = world()
    const b = w.company()
    const number = '5511999998888'
    w.connect(LOJA, number)
    const [second, foreign] = [w.connection({ open: false }), b.connection({ open: false })]
    w.telephones.report(w.refOf(second.id), { status: 'CONNECTED', number })
    w.telephones.report(b.refOf(foreign.id), { status: 'CONNECTED', number })
    await until(() => w.telephones.called('logout').length === 2, 'the end of the second links')
    expect(w.rows('SELECT status, reason, number FROM connections WHERE id = ?', second.id)).toEqual([
      { status: 'DISCONNECTED', reason: 'accountInUse', number: null },
    ])
    expect(b.rows('SELECT status, reason FROM connections WHERE id = ?', foreign.id)).toEqual([
      { status: 'DISCONNECTED', reason: 'accountInUse' },
    ])
    expect(w.rows('SELECT status FROM connections WHERE id = ?', LOJA)).toEqual([{ status: 'CONNECTED' }])
  })

  test('another account on the same connection replaces the first', () => {
    const w = world()
    w.connect(LOJA, '5511999998888')
    w.connect(LOJA, '5511999997777')
    expect(listClaims(w.control, 'account')).toEqual(['whatsapp:5511999997777'])
    const other = w.connection({ open: false })
    w.telephones.report(w.refOf(other.id), { status: 'CONNECTED', number: '5511999998888' })
    expect(w.rows('SELECT status FROM connections WHERE id = ?', other.id)).toEqual([{ status: 'CONNECTED' }])
  })
})

test('after a restart live connections reconnect by themselves, others wait for a request', async () => {
  const w = world()
  w.connection({ open: false })
  const lost = w.connection()
  w.telephones.report(w.refOf(lost.id), { status: 'TIMEOUT' })
  const ended = w.connection()
  w.telephones.report(w.refOf(ended.id), { status: 'BANNED', reason: 'banned' })
  const shutOut = w.connection()
  w.telephones.report(w.refOf(shutOut.id), { status: 'BANNED', reason: 'temporarilyBanned', until: NOON + DAY })
  const again = await w.reopen()
  expect(again.telephones.called('start')).toEqual([])
  await again.server.wakeUp()
  expect(
    again.telephones
      .called('start')
      .map(({ connectionId }) => connectionId)
      .sort(),
  ).toEqual([LOJA, lost.id, shutOut.id])
  expect(again.server.sessions.liveCount()).toBe(3)
})

test('people limited to certain connections see only those, also in events', async () => {
  const w = world()
  writeSetting(w.db, 'restrictedChannels', 'enabled')
  const other = w.connection({ name: 'Filial' })
  const ana = w.attendant([], { connections: [LOJA] })
  expect(await names(ana)).toEqual(['Loja'])
  expect((await ana.api.whatsapp({ id: other.id }).get({ query: {} })).status).toBe(404)
  w.telephones.report(w.refOf(other.id), { status: 'TIMEOUT' })
  w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
  expect(ana.heard(connectionUpdated).map(({ whatsapp }) => whatsapp.name)).toEqual(['Loja'])
})

test('news of a deleted connection is ignored', () => {
  const w = world()
  w.telephones.report(w.refOf(77), { status: 'CONNECTED', number: '551199' })
  expect(listClaims(w.control, 'account')).not.toContain('whatsapp:551199')
})
