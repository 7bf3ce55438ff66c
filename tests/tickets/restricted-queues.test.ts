/** A restricted queue is visible to its members and admins only: nobody else is shown or sent anything of it. */
import { expect, test } from 'bun:test'
import { ratingAnswered, ratingAsked } from '../../src/features/ratings/contract'
import { writeSetting } from '../../src/settings/settings'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { world } from '../support/world'

/** A ticket of the restricted support queue with a message, a note and a tag; users with and without access. */
async function furnished() {
  const w = world()
  writeSetting(w.db, 'restrictedChannels', 'enabled')
  const [boss, member] = [w.admin(), w.attendant([SUPPORT], { connections: [LOJA] })]
  const others = [
    w.attendant([SALES], { connections: [LOJA] }),
    w.attendant([SALES], { connections: [LOJA], allUserChat: true }),
    w.attendant([], { connections: [LOJA], profile: 'supervisor' }),
    w.attendant([SALES], { connections: [LOJA], profile: 'supervisor', allUserChat: true }),
  ]
  await boss.api.queue({ id: SUPPORT }).put({ isRestricted: true })
  const maria = w.whatsapp.person('5521990003333')
  maria.says('segredo')
  await boss.api.tickets({ id: 1 }).put({ queueId: SUPPORT, userId: null })
  return { w, boss, member, others, maria }
}

type Attendant = Awaited<ReturnType<typeof furnished>>['boss']

/** Every route that shows something of the ticket, and whether it does. */
async function shown(who: Attendant) {
  const text = async (path: string) => {
    const answer = await who.request(path)
    return answer.status === 200 ? await answer.text() : ''
  }
  const list = await text('/api/tickets?status=pending&showAll=true')
  const counters = JSON.parse(await text('/api/tickets/counters?showAll=true')) as Record<string, number>
  return {
    ticket: (await who.request('/api/tickets/1')).status === 200,
    list: (JSON.parse(list) as { tickets: unknown[] }).tickets.length > 0,
    found: (await text('/api/tickets?searchParam=5521990003333&showAll=true')).includes('segredo'),
    messages: (await text('/api/messages/1')).includes('segredo'),
    log: (await who.request('/api/tickets-log/1')).status === 200,
    counted: counters.pending === 1,
    unread: counters.unread === 1,
    noted: (await text('/api/ticket-notes/list?contactId=1')).includes('anotado'),
    contact: (await text('/api/contacts')).includes('"ticketId"'),
  }
}

test('members and admins see everything in a restricted queue, others nothing: lists, counters, search, messages, notes, log', async () => {
  const { boss, member, others } = await furnished()
  await boss.json('/api/ticket-notes', 'POST', { ticketId: 1, note: 'anotado' })
  const [whole, none] = [await shown(boss), await shown(others[0] as Attendant)]
  expect(await shown(member)).toEqual(whole)
  expect(Object.entries(whole).filter(([what, isShown]) => !isShown && what !== 'contact')).toEqual([])
  expect(Object.values(none)).toEqual(Object.values(none).map(() => false))
  for (const who of others) expect(await shown(who)).toEqual(none)
})

test('others receive no events of a restricted queue', async () => {
  const { boss, member, others, maria } = await furnished()
  for (const who of [boss, member, ...others]) who.forget()
  maria.says('mais um segredo')
  await boss.json('/api/ticket-notes', 'POST', { ticketId: 1, note: 'anotado' })
  await boss.api.tickets({ id: 1 }).put({ status: 'open' })
  await boss.json('/api/messages/1', 'POST', { body: 'resposta' })
  const heard = (who: Attendant) => who.frames.map(({ event }) => event)
  expect(heard(member).length).toBeGreaterThan(4)
  expect(heard(boss)).toEqual(heard(member))
  for (const who of others) expect(heard(who).filter((name) => /ticket|appMessage|note/i.test(name))).toEqual([])
})

test('others neither forward into a restricted queue, nor open or receive a conversation in it', async () => {
  const { w, boss, others } = await furnished()
  for (const who of others) {
    const own = w.ticket({ userId: who.userId, status: 'open', queueId: SALES })
    const said = (await (await who.json(`/api/messages/${own.id}`, 'POST', { body: 'recado' })).json()) as {
      id: number
    }
    const statuses = [
      await who.json('/api/messages/forward', 'POST', { ticketId: own.id, messageIds: [said.id], contacts: [1] }),
      await who.json('/api/tickets', 'POST', { contactId: w.contact().id, queueId: SUPPORT }),
      await boss.json('/api/tickets/1', 'PUT', { queueId: SUPPORT, userId: who.userId, status: 'open' }),
    ].map(({ status }) => status)
    expect(statuses.filter((status) => status < 400)).toEqual([])
  }
})

test('open pages follow at once when a queue becomes restricted or unrestricted', async () => {
  const { boss, member, others, maria } = await furnished()
  const hears = (words: string) => {
    for (const who of [member, ...others]) who.forget()
    maria.says(words)
    return [member, ...others].map((who) => JSON.stringify(who.frames).includes(words))
  }
  expect(hears('um')).toEqual([true, false, false, false, false])
  for (const who of others) who.forget()
  await boss.api.queue({ id: SUPPORT }).put({ isRestricted: false })
  for (const who of others) expect(who.frames.map(({ event }) => event)).toContain('resync')
  expect(hears('dois')).toEqual([true, false, true, true, true])
  await boss.api.queue({ id: SUPPORT }).put({ isRestricted: true })
  expect(hears('três')).toEqual([true, false, false, false, false])
})

test('ratings of a restricted queue’s tickets are neither shown, counted nor sent to others', async () => {
  const { w, boss, member, others } = await furnished()
  writeSetting(w.db, 'userRating', 'enabled')
  const supervisors = others.filter(({ actor }) => actor().profile === 'supervisor')
  const chief = w.attendant([SUPPORT], { connections: [LOJA], profile: 'supervisor' })
  const made = await boss.json('/api/ratings', 'POST', {
    name: 'Satisfação',
    type: 'csat',
    message: 'Como foi?',
    asksComment: true,
    commentMessage: 'Por quê?',
  })
  const { id: ratingId } = (await made.json()) as { id: number }
  const answer = async (number: string, queueId: number, comment: string) => {
    const person = w.whatsapp.person(number)
    person.says('oi')
    const [ticket] = w.rows<{ id: number }>('SELECT max(id) AS id FROM tickets')
    const id = ticket?.id ?? 0
    await boss.json(`/api/tickets/${id}`, 'PUT', { status: 'open', queueId })
    await boss.json(`/api/tickets/${id}`, 'PUT', { status: 'closed', ratingId })
    person.says('1')
    person.says(comment)
  }
  for (const who of [boss, chief, ...supervisors]) who.forget()
  await answer('5521990004444', SUPPORT, 'péssimo')
  const heardRatings = (who: Attendant) => [who.heard(ratingAsked).length, who.heard(ratingAnswered).length]
  expect([boss, chief, member, ...supervisors].map(heardRatings)).toEqual([
    [1, 2],
    [1, 2],
    [0, 0],
    [0, 0],
    [0, 0],
  ])
  await answer('5521990005555', SALES, 'ruim')
  const read = async (who: Attendant) => {
    const { answers } = (await (await who.request('/api/ratings/answers')).json()) as { answers: { comment: string }[] }
    const results = (await (await who.request('/api/ratings/results')).json()) as {
      total: { answered: number }
      users: { score: { asked: number } }[]
      queues: { queue: { id: number } }[]
      times: { spans: { asked: number }[] }
    }
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
    return {
      comments: answers.map(({ comment }) => comment).toSorted(),
      answered: results.total.answered,
      ofPeople: sum(results.users.map(({ score }) => score.asked)),
      queues: results.queues.map(({ queue }) => queue.id).toSorted(),
      overTime: sum(results.times.spans.map(({ asked }) => asked)),
    }
  }
  const whole = { comments: ['péssimo', 'ruim'], answered: 2, ofPeople: 2, queues: [SALES, SUPPORT], overTime: 2 }
  for (const who of [boss, chief]) expect(await read(who)).toEqual(whole)
  const part = { comments: ['ruim'], answered: 1, ofPeople: 1, queues: [SALES], overTime: 1 }
  for (const who of supervisors) expect(await read(who)).toEqual(part)
})
