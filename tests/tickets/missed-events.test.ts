/** A page that reconnects gets the events it missed, but none about what its user may no longer read. */
import { describe, expect, test } from 'bun:test'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import type { Frame } from '../support/page'
import { type World, world } from '../support/world'

/** Another page of the user, which last saw event number `since`; without it, the page starts now. */
function comeBack(w: World, who: Attendant, since: number | null): Frame[] {
  const frames: Frame[] = []
  const send = (frame: string) => frames.push(JSON.parse(frame) as Frame) > 0 // frames of our own hub
  w.server.hub.join({ ...who.listener, actor: who.actor(), send }, since)
  return frames
}

const place = () => {
  const w = world()
  const maria = w.whatsapp.person('5511999990000')
  const contact = w.contact({ number: '5511999990000' })
  const [admin, ana] = [w.admin(), w.attendant([SALES])]
  const since = comeBack(w, ana, null)[0]?.seq ?? 0
  const missedBy = (who: Attendant) => {
    const [first, ...rest] = comeBack(w, who, since)
    return { first: first?.event, words: JSON.stringify(rest) }
  }
  return { w, maria, contact, admin, ana, missedBy }
}

describe('reconnecting after', () => {
  test('a ticket moved to another queue delivers its text only to users who see it there', async () => {
    const { w, maria, contact, admin, missedBy } = place()
    const [late, there] = [w.attendant([]), w.attendant([SUPPORT])]
    const ticket = w.ticket({ queueId: SALES, contactId: contact.id })
    maria.says('segredo')
    await admin.json(`/api/tickets/${ticket.id}`, 'PUT', { queueId: SUPPORT })
    late.setQueues([SALES]) // they would have received it if connected
    expect((await late.request(`/api/messages/${ticket.id}`)).status).toBe(404)
    expect(missedBy(late)).toEqual({ first: 'resync', words: '[]' })
    there.setQueues([SUPPORT, SALES])
    expect(missedBy(there)).toEqual({ first: 'ready', words: expect.stringContaining('segredo') })
  })

  test('a ticket was deleted delivers nothing said in it', async () => {
    const { maria, contact, admin, ana, w, missedBy } = place()
    const ticket = w.ticket({ queueId: SALES, contactId: contact.id })
    maria.says('segredo')
    await admin.request(`/api/tickets/${ticket.id}`, { method: 'DELETE' })
    expect(missedBy(ana)).toEqual({ first: 'resync', words: '[]' })
  })

  test('a message was deleted delivers neither its text, nor a list row that showed it, nor quotes of it', async () => {
    const { w, maria, admin, ana } = place()
    const now = () => comeBack(w, ana, null)[0]?.seq ?? 0
    const moments = [now()]
    const secret = maria.says('segredo')
    const { id, ticket } =
      w.rows<{ id: number; ticket: number }>('SELECT id, ticket_id AS ticket FROM messages')[0] ?? {}
    moments.push(now())
    await admin.json(`/api/tickets/${ticket}`, 'PUT', { status: 'open' })
    moments.push(now())
    await admin.json(`/api/messages/${ticket}`, 'POST', { body: 'sim', quotedMsg: { id } })
    const after = now()
    expect(moments.map((since) => comeBack(w, ana, since)[0]?.event)).toEqual(['ready', 'ready', 'ready'])
    maria.deletes(secret)
    maria.says('depois')
    for (const since of moments) expect(comeBack(w, ana, since).map(({ event }) => event)).toEqual(['resync'])
    const words = JSON.stringify(comeBack(w, ana, after))
    expect([words.includes('depois'), words.includes('segredo')]).toEqual([true, false])
  })

  test('only moves and reads delivers all events unchanged', async () => {
    const { w, maria, contact, admin, ana, missedBy } = place()
    const ticket = w.ticket({ queueId: SALES, contactId: contact.id })
    maria.says('olá')
    await admin.json(`/api/tickets/${ticket.id}`, 'PUT', { status: 'open' })
    await admin.json(`/api/messages/${ticket.id}`, 'POST', { body: 'bom dia' })
    await admin.json(`/api/tickets/${ticket.id}`, 'PUT', { status: 'closed' })
    const { first, words } = missedBy(ana)
    expect(first).toBe('ready')
    for (const word of ['olá', 'bom dia', 'closed']) expect(words).toContain(word)
  })
})
