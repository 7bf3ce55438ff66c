/** Tags on tickets: permissions, events of open lists, and the counter of tickets per tag. */
import { describe, expect, test } from 'bun:test'
import { MOST_TAGS_OF_TICKET, MOST_TICKETS_AT_ONCE, tagUpdated } from '../../src/features/tags/contract'
import { ticketUpdated } from '../../src/tickets/contract'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { type World, world } from '../support/world'

type Refused = { error: { value: unknown } | null }
const codeOf = ({ error }: Refused) => (error?.value as { error?: string } | undefined)?.error // every refusal has this shape

const make = async (who: Attendant, name: string, kanban = false) =>
  (await who.api.tags.post({ name, color: '#127eee', kanban })).data?.id ?? 0
const put = (who: Attendant, ticketId: number, tagId: number) => who.api['ticket-tags']({ ticketId })({ tagId }).put()
const remove = (who: Attendant, ticketId: number, tagId: number) =>
  who.api['ticket-tags']({ ticketId })({ tagId }).delete()
const tagsOf = async (who: Attendant, id: number) =>
  (await who.api.tickets({ id }).get()).data?.tags.map(({ name }) => name)
const counts = async (who: Attendant) =>
  Object.fromEntries(((await who.api.tags.list.get()).data ?? []).map(({ name, ticketsCount }) => [name, ticketsCount]))

function place(w: World = world()) {
  const [admin, ana] = [w.admin(), w.attendant([SALES])]
  return { w, admin, ana, ticket: w.ticket({ queueId: SALES }).id }
}

describe('one ticket', () => {
  test('gets and loses a tag; those who see it get the event, and everybody the new count', async () => {
    const { w, admin, ana, ticket } = place()
    const elsewhere = w.attendant([SUPPORT])
    const vip = await make(admin, 'VIP')
    elsewhere.forget()
    expect((await put(ana, ticket, vip)).data).toEqual({ ok: true })
    expect(await tagsOf(admin, ticket)).toEqual(['VIP'])
    expect(admin.heard(ticketUpdated).map(({ ticket: { id, tags } }) => [id, tags.length])).toEqual([[ticket, 1]])
    expect(elsewhere.heard(ticketUpdated)).toEqual([])
    expect(elsewhere.heard(tagUpdated).map(({ tag }) => tag.ticketsCount)).toEqual([1])
    // Repeated, it has no effect.
    await put(ana, ticket, vip)
    expect(admin.heard(ticketUpdated)).toHaveLength(1)
    expect((await remove(ana, ticket, vip)).data).toEqual({ ok: true })
    expect(admin.heard(ticketUpdated)).toHaveLength(2)
    expect([await tagsOf(admin, ticket), await counts(admin)]).toEqual([[], { VIP: 0 }])
    await remove(ana, ticket, vip)
    expect(admin.heard(ticketUpdated)).toHaveLength(2)
  })

  test('keeps its place in the lists', async () => {
    const { w, admin, ana, ticket } = place()
    const before = w.ticketNow(ticket)
    w.clock.forward(60_000)
    await put(ana, ticket, await make(admin, 'VIP'))
    expect(w.ticketNow(ticket)).toEqual(before)
  })

  test('is in one lane: a new lane replaces it, and leaving it keeps the other tags', async () => {
    const { admin, ana, ticket } = place()
    const [vip, first, second] = [
      await make(admin, 'VIP'),
      await make(admin, 'Primeira', true),
      await make(admin, 'Segunda', true),
    ]
    for (const tag of [vip, first, second]) await put(ana, ticket, tag)
    expect(await tagsOf(ana, ticket)).toEqual(['Segunda', 'VIP'])
    expect(await counts(ana)).toEqual({ Primeira: 0, Segunda: 1, VIP: 1 })
    expect((await ana.api['ticket-tags']({ ticketId: ticket }).delete()).data).toEqual({ ok: true })
    expect(await tagsOf(ana, ticket)).toEqual(['VIP'])
  })

  test('is not found if not visible, and neither is a missing tag', async () => {
    const { w, admin, ana } = place()
    const hidden = w.ticket({ queueId: SUPPORT }).id
    const vip = await make(admin, 'VIP')
    const theirs = w.company().ticket().id
    for (const id of [hidden, theirs + 900]) {
      expect(codeOf(await put(ana, id, vip))).toBe('ERR_NO_TICKET_FOUND')
      expect(codeOf(await remove(ana, id, vip))).toBe('ERR_NO_TICKET_FOUND')
      expect(codeOf(await ana.api['ticket-tags']({ ticketId: id }).delete())).toBe('ERR_NO_TICKET_FOUND')
    }
    expect(codeOf(await put(admin, hidden, 99))).toBe('ERR_NO_TAG_FOUND')
    expect(await counts(ana)).toEqual({ VIP: 0 })
  })

  test('has at most twenty tags', async () => {
    const { admin, ana, ticket } = place()
    const all: number[] = []
    for (let n = 0; n <= MOST_TAGS_OF_TICKET; n++) all.push(await make(admin, `Etiqueta ${n}`))
    const answers = await Promise.all(all.map((tag) => put(ana, ticket, tag)))
    expect(answers.map(codeOf).filter((code) => code !== undefined)).toEqual(['ERR_TICKET_TAG_LIMIT'])
    expect(await tagsOf(ana, ticket)).toHaveLength(MOST_TAGS_OF_TICKET)
  })

  test('is subtracted from the counters when it is deleted', async () => {
    const { admin, ticket } = place()
    await put(admin, ticket, await make(admin, 'VIP'))
    await admin.api.tickets({ id: ticket }).delete()
    expect(await counts(admin)).toEqual({ VIP: 0 })
  })
})

describe('several tickets', () => {
  const bulk = (who: Attendant, ticketIds: number[], tagId: number, tagged = true) =>
    who.api['ticket-tags'].put({ ticketIds, tagId, tagged })

  test('get and lose a tag together, each with its own event', async () => {
    const { w, admin, ana, ticket } = place()
    const vip = await make(admin, 'VIP')
    const all = [ticket, w.ticket().id, w.ticket({ status: 'closed' }).id]
    ana.forget()
    expect((await bulk(ana, [...all, ticket], vip)).data).toEqual({ ok: true })
    expect(ana.heard(ticketUpdated).map(({ ticket: { id } }) => id)).toEqual(all)
    expect(ana.heard(tagUpdated).map(({ tag }) => tag.ticketsCount)).toEqual([3])
    await bulk(ana, all.slice(1), vip, false)
    expect(await Promise.all(all.map((id) => tagsOf(ana, id)))).toEqual([['VIP'], [], []])
  })

  test('are changed all or, if one is not visible, none', async () => {
    const { w, admin, ana, ticket } = place()
    const vip = await make(admin, 'VIP')
    const hidden = w.ticket({ queueId: SUPPORT }).id
    expect(codeOf(await bulk(ana, [ticket, hidden], vip))).toBe('ERR_NO_TICKET_FOUND')
    expect(await counts(admin)).toEqual({ VIP: 0 })
    expect(admin.heard(ticketUpdated)).toEqual([])
  })

  test('number one to a hundred', async () => {
    const { admin } = place()
    const vip = await make(admin, 'VIP')
    const many = Array.from({ length: MOST_TICKETS_AT_ONCE + 1 }, (_, n) => n + 1)
    for (const ids of [many, []]) expect(codeOf(await bulk(admin, ids, vip))).toBe('ERR_INVALID_INPUT')
  })
})
