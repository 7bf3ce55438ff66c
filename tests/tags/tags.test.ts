/** Tags: creating, changing and deleting them, lanes, and their events. */
import { describe, expect, test } from 'bun:test'
import { auditRecorded } from '../../src/audit/contract'
import { MOST_TAGS, tagCreated, tagDeleted, tagUpdated } from '../../src/features/tags/contract'
import { ticketUpdated } from '../../src/tickets/contract'
import type { Attendant } from '../support/company-world'
import { type World, world } from '../support/world'

type Refused = { error: { value: unknown } | null }
const refusal = ({ error }: Refused) => error?.value as { error?: string; details?: unknown } | undefined // every refusal has this shape
const codeOf = (answer: Refused) => refusal(answer)?.error

const [RED, BLUE] = ['#d93f5a', '#127eee']
const make = async (who: Attendant, name: string, more: { kanban?: boolean; color?: string } = {}) => {
  const { data, error } = await who.api.tags.post({ name, color: BLUE, ...more })
  if (!data) throw new Error(`${name}: ${JSON.stringify(error?.value)}`)
  return data
}
const names = (list: readonly { name: string }[] | null | undefined) => list?.map(({ name }) => name)
const lanes = async (who: Attendant) => names((await who.api.tags.kanban.get()).data?.lista)
const supervisor = (w: World) => w.attendant([], { profile: 'supervisor' })

describe('reading', () => {
  test('lists pages by name, searches without case and accents, and separates lanes', async () => {
    const w = world()
    const admin = w.admin()
    for (const name of ['Órgão', 'entrega', 'VIP']) await make(admin, name)
    await make(admin, 'Novo', { kanban: true })
    const { data } = await admin.api.tags.get({ query: {} })
    expect(data).toMatchObject({ hasMore: false, count: 4 })
    expect(names(data?.tags)).toEqual(['entrega', 'Novo', 'Órgão', 'VIP'])
    const found = async (query: object) => names((await admin.api.tags.get({ query })).data?.tags)
    expect(await found({ searchParam: ' ORGAO' })).toEqual(['Órgão'])
    expect(await found({ kanban: '1' })).toEqual(['Novo'])
    expect(await found({ kanban: '0', searchParam: 'v' })).toEqual(['VIP'])
    expect(names((await w.attendant().api.tags.list.get()).data)).toEqual(['entrega', 'Novo', 'Órgão', 'VIP'])
  })

  test('returns forty per page', async () => {
    const w = world()
    const admin = w.admin()
    for (let n = 10; n < 51; n++) await make(admin, `Etiqueta ${n}`)
    const page = async (pageNumber: string) => (await admin.api.tags.get({ query: { pageNumber } })).data
    expect(await page('1')).toMatchObject({ hasMore: true, count: 41 })
    expect(names((await page('2'))?.tags)).toEqual(['Etiqueta 50'])
  })

  test('does not find a missing tag or another company’s', async () => {
    const w = world()
    const theirs = await make(w.company().admin(), 'Deles')
    const admin = w.admin()
    for (const id of [theirs.id, 99]) {
      const answer = await admin.api.tags({ id }).get()
      expect([answer.status, codeOf(answer)]).toEqual([404, 'ERR_NO_TAG_FOUND'])
      expect(codeOf(await admin.api.tags({ id }).put({ name: 'Nossa' }))).toBe('ERR_NO_TAG_FOUND')
      expect(codeOf(await admin.api.tags({ id }).delete())).toBe('ERR_NO_TAG_FOUND')
      expect(codeOf(await admin.api.tags.order.post({ tagOrder: [id] }))).toBe('ERR_NO_TAG_FOUND')
    }
  })
})

describe('creating', () => {
  test('is open to everybody and announced to the whole company', async () => {
    const w = world()
    const [ana, bia, other] = [w.attendant(), w.attendant(), w.company().attendant()]
    const made = await make(ana, '  Garantia ', { color: RED })
    const tag = {
      name: 'Garantia',
      color: RED,
      description: '',
      kanban: 0,
      position: 0,
      userId: ana.userId,
      ticketsCount: 0,
    } as const
    expect(made).toEqual({ id: made.id, ...tag })
    expect((await bia.api.tags({ id: made.id }).get()).data).toEqual(made)
    expect(bia.heard(tagCreated)).toEqual([{ tag: made }])
    expect(bia.frames.at(-1)?.event).toBe('company1-tag')
    expect(other.heard(tagCreated)).toEqual([])
  })

  test('requires a unique name of at least three letters', async () => {
    const w = world()
    const admin = w.admin()
    await make(admin, 'Órgão')
    const said = async (name: string) => {
      const answer = await admin.json('/api/tags', 'POST', { name, color: BLUE })
      const { error, details } = (await answer.json()) as { error: string; details?: { message: string }[] } // refused
      return [error, details?.[0]?.message]
    }
    expect(await said('VI')).toEqual(['ERR_INVALID_INPUT', 'Mensagem muito curta.'])
    expect(await said('   ')).toEqual(['ERR_INVALID_INPUT', 'Campo obrigatório.'])
    expect(await said('n'.repeat(51))).toEqual(['ERR_INVALID_INPUT', 'Nome muito longo: máximo 50 caracteres.'])
    expect((await said('orgao'))[0]).toBe('ERR_DUPLICATED_NAME')
    const vip = await make(admin, 'VIP')
    expect(refusal(await admin.api.tags({ id: vip.id }).put({ name: 'ORGÃO' }))?.details).toMatchObject([
      { field: 'name' },
    ])
    expect((await admin.api.tags({ id: vip.id }).put({ name: 'vip' })).data?.name).toBe('vip')
  })

  test('of lanes is for admins and supervisors', async () => {
    const w = world()
    const ana = w.attendant([], { allUserChat: true })
    expect(codeOf(await ana.api.tags.post({ name: 'Coluna', color: BLUE, kanban: true }))).toBe('ERR_NO_PERMISSION')
    const answer = await w.admin().json('/api/tags', 'POST', { name: 'Coluna', color: BLUE, kanban: 1 })
    expect((await answer.json()) as object).toMatchObject({ kanban: 1 })
    const { id } = await make(supervisor(w), 'Outra')
    expect(codeOf(await ana.api.tags({ id }).put({ kanban: true }))).toBe('ERR_NO_PERMISSION')
    expect(codeOf(await ana.api.tags({ id }).delete())).toBe('ERR_NO_PERMISSION')
    expect((await supervisor(w).api.tags({ id }).put({ kanban: true })).data?.kanban).toBe(1)
  })

  test('is limited to a thousand per company', async () => {
    const w = world()
    w.rows(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO tags (name, color) SELECT 'etiqueta ' || i, '#127eee' FROM n RETURNING id`,
      MOST_TAGS,
    )
    const answer = await w.admin().api.tags.post({ name: 'Mais uma', color: BLUE })
    expect(refusal(answer)).toMatchObject({ error: 'ERR_TAG_LIMIT', details: { most: MOST_TAGS } })
  })
})

test('is audited, and so are changes and deletions', async () => {
  const w = world()
  const [admin, ana] = [w.admin(), w.attendant()]
  const { id } = await make(ana, 'Garantia')
  await admin.api.tags({ id }).put({ name: 'Troca', color: BLUE })
  await admin.api.tags({ id }).delete()
  const acts = admin
    .heard(auditRecorded)
    .map(({ entry: { userName, act, kind, subjectName } }) => [userName, act, kind, subjectName])
  expect(acts).toEqual([
    [ana.name, 'create', 'tag', 'Garantia'],
    [admin.name, 'update', 'tag', 'Troca'],
    [admin.name, 'delete', 'tag', 'Troca'],
  ])
  expect(admin.heard(auditRecorded)[1]?.entry.changes).toEqual([{ field: 'name', from: 'Garantia', to: 'Troca' }])
})

test('stores the description, which stays if a change omits it', async () => {
  const w = world()
  const [admin, ana] = [w.admin(), w.attendant()]
  const description = 'Peças com defeito, até um ano'
  const { data } = await ana.api.tags.post({ name: 'Garantia', color: BLUE, description: ` ${description} ` })
  expect([data?.description, ana.heard(tagCreated)[0]?.tag.description]).toEqual([description, description])
  const id = data?.id ?? 0
  expect((await admin.api.tags({ id }).put({ name: 'Troca' })).data?.description).toBe(description)
  expect((await admin.api.tags({ id }).put({ description: '' })).data?.description).toBe('')
  expect(ana.heard(tagUpdated).map(({ tag }) => tag.description)).toEqual([description, ''])
  expect(codeOf(await admin.api.tags({ id }).put({ description: 'x'.repeat(201) }))).toBe('ERR_INVALID_INPUT')
})

describe('lanes', () => {
  test('keep their order; new ones come last', async () => {
    const w = world()
    const admin = w.admin()
    const [a, b, c] = [
      await make(admin, 'Aaa', { kanban: true }),
      await make(admin, 'Bbb', { kanban: true }),
      await make(admin, 'Ccc'),
    ]
    expect(await lanes(admin)).toEqual(['Aaa', 'Bbb'])
    await admin.api.tags.order.post({ tagOrder: [b.id, a.id, c.id] })
    expect(await lanes(admin)).toEqual(['Bbb', 'Aaa'])
    await admin.api.tags({ id: c.id }).put({ kanban: true })
    expect(await lanes(admin)).toEqual(['Bbb', 'Aaa', 'Ccc'])
    admin.forget()
    await admin.api.tags.order.post({ tagOrder: [c.id] })
    expect(await lanes(admin)).toEqual(['Ccc', 'Bbb', 'Aaa'])
    expect(names(admin.heard(tagUpdated).map(({ tag }) => tag))).toEqual(['Ccc', 'Bbb', 'Aaa'])
    await admin.api.tags.order.post({ tagOrder: [c.id] })
    expect(admin.heard(tagUpdated)).toHaveLength(3)
  })
})

describe('changing and deleting', () => {
  test('keeps omitted fields, and shows the new name on tickets at once', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const tag = await make(admin, 'Garantia')
    const ticket = w.ticket()
    await ana.api['ticket-tags']({ ticketId: ticket.id })({ tagId: tag.id }).put()
    ana.forget()
    const { data } = await admin.api.tags({ id: tag.id }).put({ name: 'Troca' })
    expect(data).toEqual({ ...tag, name: 'Troca', ticketsCount: 1 })
    expect(ana.heard(tagUpdated)).toEqual([{ tag: { ...tag, name: 'Troca', ticketsCount: 1 } }])
    expect(ana.heard(ticketUpdated)).toEqual([])
    expect((await ana.api.tickets({ id: ticket.id }).get()).data?.tags).toEqual([
      { id: tag.id, name: 'Troca', color: BLUE },
    ])
  })

  test('removes the tag from many tickets, and yields to other work meanwhile', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const [gone, kept] = [await make(admin, 'Some'), await make(admin, 'Fica')]
    const { id: contactId } = w.contact()
    w.rows(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2200)
       INSERT INTO tickets (uuid, status, channel, contact_id, connection_id, last_message_at, created_at, updated_at)
       SELECT i, 'closed', 'whatsapp', ?, 1, 0, 0, 0 FROM n RETURNING id`,
      contactId,
    )
    for (const { id } of [gone, kept]) w.rows('INSERT INTO ticket_tags SELECT id, ? FROM tickets RETURNING tag_id', id)
    const left = () => w.rows<{ n: number }>('SELECT tickets_count AS n FROM tags WHERE id = ?', gone.id)[0]?.n
    const seen = new Set<number | undefined>()
    const deletion = admin.api.tags({ id: gone.id }).delete()
    for (; !seen.has(undefined); await new Promise(setImmediate)) seen.add(left())
    expect((await deletion).data).toEqual({ ok: true })
    expect([...seen]).toEqual([2_200, 1_700, 1_200, 700, 200, undefined])
    expect(ana.heard(tagDeleted)).toEqual([{ tagId: gone.id }])
    expect(names((await ana.api.tags.list.get()).data)).toEqual(['Fica'])
    expect((await ana.api.tags({ id: kept.id }).get()).data?.ticketsCount).toBe(2_200)
  })
})
