/** Blocked contacts are synchronised with the messenger in both directions. */
import { describe, expect, test } from 'bun:test'
import { contactUpdated } from '../../src/contacts/contract'
import { writeSetting } from '../../src/settings/settings'
import { LOJA } from '../support/company-world'
import { group, phone } from '../support/telephones'
import { until } from '../support/until'
import { type World, world } from '../support/world'

const MARIA = '5521996124087'
const JOAO = '5521987654321'

const bodyOf = async (answer: Promise<Response>) => (await answer).json() as Promise<Record<string, unknown>>
const contact = (w: World, id: number) => w.rows('SELECT * FROM contacts WHERE id = ?', id)[0]

describe('a block', () => {
  const blocks = (w: World) => w.telephones.called('block').map(({ detail }) => detail)

  test('is reported to the messenger, after reconnecting if necessary', async () => {
    const w = world()
    const ana = w.attendant()
    w.whatsapp.person(MARIA).says('oi')
    expect(await bodyOf(ana.json('/api/contacts/block/1', 'PUT', { active: false }))).toMatchObject({ active: false })
    await until(() => blocks(w).length === 1)
    expect(blocks(w)).toEqual([{ of: MARIA, isBlocked: true }])
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    await ana.json('/api/contacts/block/1', 'PUT', { active: true })
    expect(blocks(w)).toHaveLength(1)
    w.connect(LOJA)
    await until(() => blocks(w).length === 2)
    expect(blocks(w)[1]).toEqual({ of: MARIA, isBlocked: false })
    await until(() => w.rows('SELECT 1 FROM block_wishes').length === 0)
  })

  test('is for the connections that can block and know the contact; Messenger and Instagram cannot', async () => {
    const w = world()
    const ana = w.attendant()
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    const { id: official } = w.connection({ channel: 'whatsapp_cloud', open: false })
    const { id: instagram } = w.connection({ channel: 'instagram', open: false })
    const wished = async (id: number) => {
      const shown = await bodyOf(ana.json(`/api/contacts/block/${id}`, 'PUT', { active: false }))
      const rows = w.rows<{ id: number }>('SELECT connection_id AS id FROM block_wishes WHERE contact_id = ?', id)
      return [shown.active, shown.idKind, rows.map((row) => row.id)]
    }
    w.whatsapp.person(MARIA, { connectionId: official }).says('oi')
    w.whatsapp.person('17841400000000001', { connectionId: instagram, kind: 'igsid' }).says('oi')
    expect(await wished(1)).toEqual([false, null, [LOJA, official]])
    expect(await wished(2)).toEqual([false, 'igsid', []])
  })

  test('that the messenger refuses is retried and does not delay other blocks', async () => {
    const w = world()
    const ana = w.attendant()
    for (const number of [MARIA, JOAO]) w.whatsapp.person(number).says('oi')
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
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

  test('without an answer delays read receipts at most three times', async () => {
    const w = world()
    const ana = w.attendant()
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
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

  test('that is never answered does not starve another', async () => {
    const w = world()
    const ana = w.attendant()
    const close = () => w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
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

  test('made on the company’s own phone applies here', () => {
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

  test('that is being sent is not undone by an older report of the messenger', async () => {
    const w = world()
    const ana = w.attendant()
    w.whatsapp.person(MARIA).says('oi')
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    await ana.json('/api/contacts/block/1', 'PUT', { active: false })
    w.telephones.blocked(w.refOf(LOJA), phone(MARIA), false)
    expect(contact(w, 1)).toMatchObject({ active: 0 })
    w.connect(LOJA)
    await until(() => w.rows('SELECT 1 FROM block_wishes').length === 0)
    expect(blocks(w)).toEqual([{ of: MARIA, isBlocked: true }])
  })

  test('of a group stays local, because the messenger has none', async () => {
    const w = world()
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: [group('120363')], isGroup: true, body: 'oi' }))
    expect(await bodyOf(w.attendant().json('/api/contacts/block/1', 'PUT', { active: false }))).toMatchObject({
      active: false,
    })
    expect(w.rows('SELECT 1 FROM block_wishes')).toEqual([])
  })
})
