/** Campaigns: validation, one message per recipient, outcomes, and stopping and ending. */
import { describe, expect, test } from 'bun:test'
import { type Campaign, type CampaignReport, campaignUpdated } from '../../src/features/campaigns/contract'
import { fillSome } from '../../src/features/campaigns/lifecycle'
import { LOJA, SALES } from '../support/company-world'
import { runJob } from '../support/jobs'
import { givePlan } from '../support/plans'
import { lid } from '../support/telephones'
import { NOON } from '../support/world'
import { addList, campaignCompany, numberOf, people } from './support'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const fieldsOf = ({ details = [] }: { details?: { field: string }[] }) => details.map(({ field }) => field)

describe('validation', () => {
  test('requires only a name for a draft, and names all missing fields at the start', async () => {
    const { make, act, one } = await campaignCompany()
    const draft = await make({ name: 'Rascunho', message1: null, whatsappId: null })
    expect(draft).toMatchObject({ name: 'Rascunho', status: 'INATIVA', message1: null })
    expect(fieldsOf(await act(draft.id, 'start'))).toEqual(['message1', 'contactListId', 'whatsappId'])
    expect((await one(draft.id)).status).toBe('INATIVA')
  })

  test('refuses an unknown variable, a time in the past, and a missing list, connection or queue', async () => {
    const { make } = await campaignCompany()
    const wrong = {
      message2: 'Use o cupom {{xyz}}',
      scheduledAt: '2026-03-02 08:59:59', // one second ago in São Paulo
      contactListId: 99,
      whatsappId: 99,
      queueId: 99,
      tagId: null,
    }
    expect(fieldsOf(await make(wrong))).toEqual(['message2', 'contactListId', 'whatsappId', 'queueId', 'scheduledAt'])
    expect(fieldsOf(await make({ name: 'A' }))).toEqual(['name'])
    expect(fieldsOf(await make({ scheduledAt: '2026-02-30 10:00:00' }))).toEqual(['scheduledAt'])
  })

  test('accepts the company’s own variables and fills them in', async () => {
    const { w, make, act, run, quiet, sentMessages } = await campaignCompany({
      variables: [{ key: 'cupom', value: 'AURORA30' }],
    })
    const contactListId = addList(w, [{ name: 'Maria Alves', number: numberOf(1) }])
    const { id } = await make({ message1: '{{firstName}}, {{number}}: {{cupom}}', contactListId })
    await act(id, 'start')
    run()
    await quiet()
    expect(sentMessages()).toEqual([{ to: numberOf(1), body: `Maria, ${numberOf(1)}: AURORA30` }])
  })

  test('refuses a list without any number on WhatsApp', async () => {
    const { w, make, act } = await campaignCompany()
    const contactListId = addList(w, [
      { number: numberOf(1), valid: false },
      { number: numberOf(2), blacklisted: true },
    ])
    const { id } = await make({ contactListId })
    expect(await act(id, 'start')).toMatchObject({ details: [{ field: 'contactListId' }] })
  })

  test('does not find another company’s data', async () => {
    const { w, make } = await campaignCompany()
    const contactListId = addList(w.company(), people(1))
    expect(fieldsOf(await make({ contactListId }))).toEqual(['contactListId'])
  })
})

describe('each recipient gets one message', () => {
  test('duplicates, blacklisted numbers and numbers without WhatsApp are skipped with the reason', async () => {
    const { w, make, act, run, quiet, sentMessages, counters, rowsOf } = await campaignCompany()
    const contactListId = addList(w, [
      { name: 'Maria', number: '5521996124087' },
      { name: 'Maria de novo', number: '552196124087' }, // without the ninth digit
      { name: 'João', number: numberOf(2), blacklisted: true },
      { name: 'Rita', number: numberOf(3), valid: false },
    ])
    const { id } = await make({ contactListId })
    await act(id, 'start')
    run()
    await quiet()
    run()
    expect(sentMessages()).toEqual([{ to: '5521996124087', body: 'Olá, Maria!' }])
    expect(await counters(id)).toEqual({ total: 4, sent: 1, skipped: 3 })
    const reasons = (await rowsOf(id)).map(({ name, state, reason }) => [name, state, reason])
    expect(reasons.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
      ['João', 'skipped', 'blacklisted'],
      ['Maria', 'sent', null],
      ['Maria de novo', 'skipped', 'duplicate'],
      ['Rita', 'skipped', 'noWhatsapp'],
    ])
  })

  test('the campaign starts at once, and looks up an unchecked number just before sending', async () => {
    const { w, make, act, run, quiet, sentMessages, counters, one, rowsOf } = await campaignCompany()
    w.whatsapp.person(numberOf(1)).says('oi')
    w.telephones.register(numberOf(3), null)
    const contactListId = addList(
      w,
      people(4).map((person) => ({ ...person, valid: null })),
    )
    const { id } = await make({ contactListId, message1: 'Oi', excludesEngaged: false })
    await act(id, 'start')
    run()
    await quiet()
    expect(sentMessages().map(({ to }) => to)).toEqual([numberOf(1)])
    expect([await counters(id), (await one(id)).wait]).toMatchObject([
      { total: 4, sent: 1, waiting: 3 },
      { why: 'checking' },
    ])
    await runJob(w.server, 'contact-lists.check')
    run()
    await quiet()
    run()
    expect(new Set(sentMessages().map(({ to }) => to))).toEqual(new Set([numberOf(1), numberOf(2), numberOf(4)]))
    expect(await counters(id)).toMatchObject({ sent: 3, skipped: 1 })
    const leftOut = (await rowsOf(id)).find(({ state }) => state === 'skipped')
    expect(leftOut).toMatchObject({ number: numberOf(3), reason: 'noWhatsapp' })
  })

  test('a number with three unanswered look-ups is skipped, and the others are sent', async () => {
    const { w, make, act, run, quiet, sentMessages, one, rowsOf } = await campaignCompany()
    w.telephones.breakAt('lookUp')
    const contactListId = addList(w, [{ name: 'Beto', number: numberOf(2), valid: null }, ...people(1)])
    const { id } = await make({ contactListId })
    await act(id, 'start')
    for (let time = 0; time < 3; time++) {
      run()
      await runJob(w.server, 'contact-lists.check')
      w.clock.forward(41_000)
    }
    run()
    await quiet()
    run()
    expect(sentMessages().map(({ to }) => to)).toEqual([numberOf(1)])
    expect((await one(id)).status).toBe('FINALIZADA')
    expect((await rowsOf(id)).find(({ name }) => name === 'Beto')).toMatchObject({ reason: 'unchecked' })
  })

  test('contacts without a number are written to over their LID, and the report shows the username', async () => {
    const { w, make, act, run, quiet, sentMessages, asked, rowsOf } = await campaignCompany()
    const chat = [{ ...lid('998877'), username: 'ma.duarte' }]
    w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat, body: 'oi', pushName: 'Maria' }))
    const list = await asked<{ id: number }>('/api/contact-lists', 'POST', { name: 'Novidades' })
    await asked('/api/contact-list-items/contacts', 'POST', { contactListId: list.id, contactIds: [1] })
    const message1 = 'Oi {{firstName}}, {{number}}'
    const { id } = await make({ contactListId: list.id, message1, excludesEngaged: false })
    await act(id, 'start')
    run()
    await quiet()
    run()
    expect(sentMessages()).toEqual([{ to: '998877', body: 'Oi Maria, @ma.duarte' }])
    const [row] = await rowsOf(id, '?searchParam=%40ma')
    expect(row).toMatchObject({ name: 'Maria', number: null, username: 'ma.duarte', contactId: 1 })
  })

  test('two campaigns on one connection send to a hundred people once each, taking turns', async () => {
    const { w, make, act, run, quiet, sentMessages, one } = await campaignCompany()
    const contactListId = addList(w, people(100))
    const [first, second] = [
      await make({ name: 'Uma', message1: 'uma', contactListId }),
      await make({ name: 'Outra', message1: 'outra', contactListId }),
    ]
    await act(first.id, 'start')
    await act(second.id, 'start')
    run()
    await quiet()
    await Bun.sleep(0)
    for (let turn = 0; turn < 50 && sentMessages().length < 200; turn++) {
      run()
      await quiet()
    }
    const bodies = sentMessages().map(({ body }) => body)
    expect(bodies.filter((body) => body === 'uma').length).toBe(100)
    expect(new Set(sentMessages().map(({ to, body }) => `${to} ${body}`)).size).toBe(200)
    // Neither may be ahead by more than what is on its way at once.
    const posted = w.rows<{ body: string }>('SELECT body FROM messages ORDER BY id').map(({ body }) => body)
    const ahead = posted.map((_, at) => posted.slice(0, at + 1).filter((body) => body === 'uma').length - (at + 1) / 2)
    expect(Math.max(...ahead.map(Math.abs))).toBeLessThanOrEqual(1)
    expect([(await one(first.id)).status, (await one(second.id)).status]).toEqual(['FINALIZADA', 'FINALIZADA'])
  })

  test('deliveries interrupted by a crash are completed, each once', async () => {
    const { w, make, act, quiet, sentMessages, run, counters } = await campaignCompany()
    const contactListId = addList(w, people(600))
    const { id } = await make({ contactListId })
    await act(id, 'start')
    fillSome(w.cx)
    const again = await w.reopen()
    while (fillSome(again.cx));
    expect(again.rows('SELECT count(*) AS n, count(DISTINCT number) AS numbers FROM campaign_deliveries')).toEqual([
      { n: 600, numbers: 600 },
    ])
    expect(again.rows('SELECT total, waiting, is_filled FROM campaign_progress')).toEqual([
      { total: 600, waiting: 600, is_filled: 1 },
    ])
    expect([typeof quiet, typeof sentMessages, typeof run, typeof counters].length).toBe(4)
  })

  test('a contact with several tagged tickets gets one', async () => {
    const { w, make, act, run, quiet, sentMessages } = await campaignCompany()
    const maria = w.contact({ name: 'Maria', number: numberOf(1) }).id
    w.rows("INSERT INTO tags (id, name, color) VALUES (7, 'vip', '#112233') RETURNING id")
    for (const status of ['closed', 'closed', 'pending'] as const) {
      const { id } = w.ticket({ contactId: maria, status })
      w.rows('INSERT INTO ticket_tags VALUES (?, 7) RETURNING 1', id)
    }
    const { id } = await make({ tagId: 7, excludesEngaged: false })
    await act(id, 'start')
    run()
    await quiet()
    run()
    expect(sentMessages()).toEqual([{ to: numberOf(1), body: 'Olá, Maria!' }])
  })
})

describe('time and rate', () => {
  test('starts at the scheduled time in the company’s time zone, also if the server was off then', async () => {
    const { w, make, one, later, quiet } = await campaignCompany()
    const planned = await make({ contactListId: addList(w, people(1)), scheduledAt: '2026-03-02 11:00:00' })
    expect(planned).toMatchObject({ status: 'PROGRAMADA', scheduledAt: '2026-03-02 11:00:00' })
    later(2 * HOUR - 1)
    expect((await one(planned.id)).status).toBe('PROGRAMADA')
    later(2 * DAY)
    await quiet()
    expect(await one(planned.id)).toMatchObject({ status: 'FINALIZADA' })
  })

  test('a draft with a time starts only once it is scheduled, which can be undone', async () => {
    const { w, make, asked, later } = await campaignCompany()
    const scheduledAt = '2026-03-02 11:00:00'
    const draft = await make({ name: 'Rascunho', message1: null, scheduledAt, draft: true })
    expect(draft).toMatchObject({ status: 'INATIVA', scheduledAt })
    const put = (body: object) => asked<Campaign>(`/api/campaigns/${draft.id}`, 'PUT', body)
    const contactListId = addList(w, people(1))
    expect(await put({ message1: 'Olá!', contactListId })).toMatchObject({ status: 'INATIVA', scheduledAt })
    expect(await put({ draft: false })).toMatchObject({ status: 'PROGRAMADA', scheduledAt })
    expect(await put({ draft: true })).toMatchObject({ status: 'INATIVA', scheduledAt })
    later(3 * HOUR)
    expect(await put({ draft: false })).toMatchObject({ details: [{ field: 'scheduledAt', hint: 'form.time.past' }] })
    expect(await put({ name: 'Outro nome' })).toMatchObject({ status: 'INATIVA', scheduledAt })
  })

  test('outside the sending hours nothing is sent, and the campaign says until when', async () => {
    const { w, make, act, one, run, later, quiet, sentMessages } = await campaignCompany({ sendFrom: '10:00' })
    const { id } = await make({ contactListId: addList(w, people(1)) })
    await act(id, 'start')
    run()
    expect((await one(id)).wait).toEqual({ why: 'hours', until: new Date(NOON + HOUR).toISOString() })
    later(HOUR)
    await quiet()
    expect(sentMessages().length).toBe(1)
  })

  test('cold contacts wait for the next day when their cap is reached; the others are sent', async () => {
    const { w, make, act, one, run, quiet, sentMessages, rowsOf } = await campaignCompany({ coldCap: 1 })
    w.whatsapp.person(numberOf(3)).says('oi')
    const { id } = await make({ contactListId: addList(w, people(3)), excludesEngaged: false })
    await act(id, 'start')
    run()
    await quiet()
    run()
    expect(sentMessages().length).toBe(2)
    expect(sentMessages().map(({ to }) => to)).toContain(numberOf(3))
    const { wait, figures } = await one(id)
    expect(wait?.why).toBe('coldCap')
    expect(figures).toMatchObject({ waiting: 1, coldWaiting: 1, sent: 2 })
    expect((await rowsOf(id, '?filter=waiting')).map(({ state }) => state)).toEqual(['cold'])
  })

  test('two campaigns share the interval between messages', async () => {
    const { w, make, act, run, later, quiet, sentMessages } = await campaignCompany({ messageInterval: 20 })
    const contactListId = addList(w, people(3))
    for (const name of ['Uma', 'Outra']) await act((await make({ name, contactListId })).id, 'start')
    run()
    await quiet()
    run()
    expect(sentMessages().length).toBe(1)
    for (let sent = 2; sent <= 6; sent++) {
      later(20_000)
      await quiet()
      expect(sentMessages().length).toBe(sent)
    }
  })
})

describe('outcomes', () => {
  test('delivery statuses count once and never go back; an answer opens a ticket in the queue that names the campaign', async () => {
    const { w, make, act, run, quiet, rowsOf, counters, asked } = await campaignCompany()
    const { id } = await make({ contactListId: addList(w, people(1)), queueId: SALES })
    await act(id, 'start')
    run()
    await quiet()
    const { externalId } = w.telephones.sent[0] ?? {}
    const tick = (ack: 3 | 4) => w.telephones.receipt(w.refOf(LOJA), [externalId ?? ''], ack)
    tick(4)
    tick(3)
    expect(await counters(id)).toEqual({ total: 1, sent: 1, delivered: 1, read: 1 })
    const maria = w.whatsapp.person(numberOf(1))
    maria.says('Tem na cor areia?')
    maria.says('Oi?')
    expect(await counters(id)).toEqual({ total: 1, sent: 1, delivered: 1, read: 1, answered: 1, tickets: 1 })
    const [row] = await rowsOf(id, '?filter=answered')
    expect(row).toMatchObject({ state: 'answered', answer: 'Tem na cor areia?' })
    const ticket = await asked<{ queueId: number; campaign: object }>(`/api/tickets/${row?.ticket?.id}`)
    expect(ticket).toMatchObject({ queueId: SALES, campaign: { id, name: 'Oferta' } })
    const { logs } = await asked<{ logs: { kind: string; data: object }[] }>(`/api/tickets-log/${row?.ticket?.id}`)
    expect(logs.find(({ kind }) => kind === 'campaign')?.data).toEqual({ campaign: 'Oferta' })
    const report = await asked<CampaignReport>(`/api/campaigns/${id}/report`)
    expect(report).toMatchObject({ openTickets: 1, points: [{ delivered: 1, read: 1, answered: 1, optedOut: 0 }] })
    // The point of the current hour is at now.
    expect(report.points.map(({ at }) => Date.parse(at))).toEqual([w.clock.now()])
  })

  test('SAIR counts as an opt-out and stops all campaigns to the contact', async () => {
    const { w, make, act, run, later, quiet, counters, rowsOf, sentMessages } = await campaignCompany({
      messageInterval: 20,
    })
    const contactListId = addList(w, people(1))
    const first = await make({ name: 'Uma', contactListId })
    await act(first.id, 'start')
    run()
    await quiet()
    const second = await make({ name: 'Outra', contactListId })
    await act(second.id, 'start')
    w.whatsapp.person(numberOf(1)).says('SAIR')
    later(MINUTE)
    await quiet()
    expect(await counters(first.id)).toEqual({ total: 1, sent: 1, optedOut: 1 })
    expect((await rowsOf(first.id))[0]).toMatchObject({ state: 'optedOut', answer: 'SAIR' })
    expect(await counters(second.id)).toEqual({ total: 1, skipped: 1 })
    expect(sentMessages().filter(({ body }) => body.startsWith('Olá')).length).toBe(1)
  })

  test('earlier opt-outs are skipped, also if only the number is known', async () => {
    const { w, make, act, run, quiet, sentMessages, rowsOf, asked } = await campaignCompany()
    await asked('/api/opt-outs', 'POST', { number: numberOf(1) })
    const { id } = await make({ contactListId: addList(w, people(2)) })
    await act(id, 'start')
    run()
    await quiet()
    run()
    expect(sentMessages().map(({ to }) => to)).toEqual([numberOf(2)])
    expect((await rowsOf(id, '?filter=skipped'))[0]).toMatchObject({ number: numberOf(1), reason: 'optedOut' })
  })

  test('after the question, yes sends the message and opens no ticket, anything else opens one', async () => {
    const { w, make, act, run, later, quiet, counters, sentMessages, one } = await campaignCompany()
    const contactListId = addList(w, people(3))
    const { id } = await make({ contactListId, confirmation: true, confirmationMessage1: 'Posso enviar as ofertas?' })
    await act(id, 'start')
    run()
    await quiet()
    run()
    expect(sentMessages().map(({ body }) => body)).toEqual(Array(3).fill('Posso enviar as ofertas?'))
    expect(await counters(id)).toEqual({ total: 3, asked: 3 })
    w.whatsapp.person(numberOf(1)).says('Sim, pode!')
    w.whatsapp.person(numberOf(2)).says('Simone não mora aqui')
    expect(w.rows("SELECT 1 FROM tickets WHERE status = 'pending'").length).toBe(1)
    run()
    await quiet()
    expect(sentMessages().slice(3)).toEqual([{ to: numberOf(1), body: 'Olá, Pessoa!' }])
    expect(await counters(id)).toMatchObject({ asked: 2, sent: 1, confirmed: 1 })
    later(7 * DAY)
    expect(await counters(id)).toMatchObject({ total: 3, sent: 1, skipped: 2, confirmed: 1 })
    expect((await one(id)).status).toBe('FINALIZADA')
    w.whatsapp.person(numberOf(3)).says('sim')
    run()
    expect(sentMessages().length).toBe(4)
  })

  test('a yes that arrives before the question’s receipt sends the message once', async () => {
    const { w, make, act, run, quiet, counters, sentMessages, one } = await campaignCompany()
    const contactListId = addList(w, people(1))
    const { id } = await make({ contactListId, confirmation: true, confirmationMessage1: 'Posso enviar as ofertas?' })
    await act(id, 'start')
    run()
    expect(w.rows('SELECT state FROM campaign_deliveries')).toEqual([{ state: 'sending' }])
    w.whatsapp.person(numberOf(1)).says('Sim, pode!')
    await quiet()
    run()
    await quiet()
    expect(sentMessages().map(({ body }) => body)).toEqual(['Posso enviar as ofertas?', 'Olá, Pessoa!'])
    expect(await counters(id)).toEqual({ total: 1, sent: 1, confirmed: 1 })
    expect((await one(id)).status).toBe('FINALIZADA')
  })

  test('a message refused by the messenger fails with the reason', async () => {
    const { w, make, act, run, quiet, rowsOf, one } = await campaignCompany()
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    const { id } = await make({ contactListId: addList(w, people(1)) })
    await act(id, 'start')
    run()
    await quiet()
    expect((await rowsOf(id, '?filter=failed'))[0]).toMatchObject({ state: 'failed', reason: 'rejected' })
    expect(await one(id)).toMatchObject({ status: 'FINALIZADA', figures: { failed: 1, sent: 0 } })
  })

  test('a text that is empty for one recipient fails for that one only', async () => {
    const { w, make, act, run, quiet, sentMessages, counters } = await campaignCompany()
    const contactListId = addList(w, [
      { name: '123456', number: numberOf(1) },
      { name: 'Maria', number: numberOf(2) },
    ])
    const { id } = await make({ contactListId, message1: '{{firstName}}' })
    await act(id, 'start')
    for (let turn = 0; turn < 4; turn++) {
      run()
      await quiet()
    }
    expect(sentMessages()).toEqual([{ to: numberOf(2), body: 'Maria' }])
    expect(await counters(id)).toEqual({ total: 2, sent: 1, failed: 1 })
  })
})

describe('stopping and resuming', () => {
  test('withdraws messages from the outbox, and resumes with exactly the recipients that got nothing', async () => {
    const { w, make, act, run, quiet, sentMessages, counters, one } = await campaignCompany()
    const contactListId = addList(w, people(40))
    const { id } = await make({ contactListId })
    await act(id, 'start')
    const answers = Promise.withResolvers<{ outcome: 'sent' }>()
    w.telephones.answerAlways(() => answers.promise)
    for (let turn = 0; turn < 6; turn++) run() // more is in the outbox than the messenger takes at once
    await act(id, 'cancel')
    answers.resolve({ outcome: 'sent' })
    await quiet()
    const before = sentMessages().length
    expect(before).toBe(24)
    expect(await counters(id)).toEqual({ total: 40, waiting: 40 - before, sent: before })
    run()
    expect(sentMessages().length).toBe(before)
    await act(id, 'restart')
    for (let turn = 0; turn < 20 && sentMessages().length < 40; turn++) {
      run()
      await quiet()
    }
    expect(new Set(sentMessages().map(({ to }) => to)).size).toBe(40)
    expect(sentMessages().length).toBe(40)
    expect(await one(id)).toMatchObject({ status: 'FINALIZADA', figures: { sent: 40, waiting: 0 } })
    // Withdrawn messages were sent under their own id, without a second one.
    expect(w.rows('SELECT 1 FROM messages').length).toBe(40)
  })

  test('each action is refused in the wrong status', async () => {
    const { w, make, act, one, asked, run, quiet } = await campaignCompany()
    const { id } = await make({ contactListId: addList(w, people(1)) })
    const refused = async (what: 'start' | 'cancel' | 'restart') =>
      expect(await act(id, what)).toMatchObject({ error: 'ERR_CAMPAIGN_STATE' })
    await refused('cancel')
    await refused('restart')
    await act(id, 'start')
    await refused('start')
    await refused('restart')
    const locked = { error: 'ERR_CAMPAIGN_LOCKED' }
    expect(await asked(`/api/campaigns/${id}`, 'PUT', { name: 'Outra' })).toMatchObject(locked)
    expect(await asked(`/api/campaigns/${id}`, 'DELETE')).toMatchObject(locked)
    run()
    await quiet()
    run()
    expect((await one(id)).status).toBe('FINALIZADA')
    await refused('start')
    await refused('cancel')
    await refused('restart')
    expect(await asked(`/api/campaigns/${id}`, 'PUT', { name: 'Outra' })).toMatchObject(locked)
    const copy = await act(id, 'copy')
    expect(copy).toMatchObject({ name: 'Cópia de Oferta', status: 'INATIVA', scheduledAt: null, figures: { total: 0 } })
    await asked(`/api/campaigns/${id}`, 'DELETE')
    expect(await asked(`/api/campaigns/${id}`)).toMatchObject({ error: 'ERR_NO_CAMPAIGN_FOUND' })
    expect(w.rows('SELECT 1 FROM campaign_deliveries').length).toBe(0)
  })

  test('a scheduled campaign can be changed until an hour before; a stopped one keeps its audience', async () => {
    const { w, make, act, asked, later, run } = await campaignCompany({ messageInterval: 20 })
    const contactListId = addList(w, people(2))
    const planned = await make({ contactListId, scheduledAt: '2026-03-02 12:00:00' })
    const rename = (id: number) => asked<{ name: string }>(`/api/campaigns/${id}`, 'PUT', { name: 'Outra' })
    later(2 * HOUR - 1)
    expect(await rename(planned.id)).toMatchObject({ name: 'Outra' })
    later(1)
    expect(await rename(planned.id)).toMatchObject({ error: 'ERR_CAMPAIGN_LOCKED' })
    await act(planned.id, 'cancel')
    expect(await rename(planned.id)).toMatchObject({ status: 'CANCELADA' })
    const again = { scheduledAt: '2026-03-02 15:00:00' }
    expect(await asked(`/api/campaigns/${planned.id}`, 'PUT', again)).toMatchObject({ status: 'PROGRAMADA', ...again })
    const { id } = await make({ contactListId })
    await act(id, 'start')
    run()
    await act(id, 'cancel')
    expect(await asked(`/api/campaigns/${id}`, 'PUT', { contactListId: addList(w, people(1)) })).toMatchObject({
      error: 'ERR_CAMPAIGN_AUDIENCE_FIXED',
    })
    expect(await rename(id)).toMatchObject({ name: 'Outra', status: 'CANCELADA' })
  })

  test('a deleted connection stops it with the reason; with another one it resumes', async () => {
    const { w, make, act, asked, one, run, quiet, sentMessages } = await campaignCompany()
    const other = w.connection({ name: 'Outra' }).id
    const { id } = await make({ contactListId: addList(w, people(2)), whatsappId: other })
    await act(id, 'start')
    await asked(`/api/whatsapp/${other}`, 'DELETE')
    expect(await one(id)).toMatchObject({ status: 'CANCELADA', reason: 'connectionDeleted', whatsappId: null })
    expect(fieldsOf(await act(id, 'restart'))).toEqual(['whatsappId'])
    await asked(`/api/campaigns/${id}`, 'PUT', { whatsappId: LOJA })
    await act(id, 'restart')
    run()
    await quiet()
    expect(sentMessages().length).toBe(2)
  })

  test('a closed connection makes it wait with the reason, and it resumes by itself', async () => {
    const { w, make, act, one, run, quiet, sentMessages } = await campaignCompany()
    const { id } = await make({ contactListId: addList(w, people(1)) })
    w.telephones.report(w.refOf(LOJA), { status: 'DISCONNECTED' })
    await act(id, 'start')
    run()
    expect((await one(id)).wait).toEqual({ why: 'disconnected', until: null })
    w.connect(LOJA)
    run()
    await quiet()
    expect(sentMessages().length).toBe(1)
  })

  test('a plan without campaigns stops it with the reason; nothing leaves until a user resumes it in a plan with them', async () => {
    const { w, admin, make, act, one, quiet, sentMessages } = await campaignCompany({ messageInterval: 120 })
    const give = (features: Parameters<typeof givePlan>[2]) =>
      givePlan(w.server.databases.writableControl(), w.tenant.id, features)
    const run = () => runJob(w.server, 'campaigns.run')
    const contactListId = addList(w, people(3))
    const running = await make({ contactListId })
    const planned = await make({ contactListId: addList(w, people(1)), scheduledAt: '2026-03-02 10:00:00' })
    await admin.json(`/api/campaigns/${planned.id}`, 'PUT', { status: 'PROGRAMADA' })
    await act(running.id, 'start')
    await runJob(w.server, 'campaigns.fill')
    await run()
    await quiet()
    give(['useSchedules'])
    admin.frames.length = 0
    await run()
    expect(admin.heard(campaignUpdated).map(({ record }) => [record.status, record.reason])).toContainEqual([
      'CANCELADA',
      'plan',
    ])
    w.clock.forward(HOUR)
    await run()
    expect(sentMessages().length).toBe(1)
    give(null)
    await run()
    for (const { id } of [running, planned])
      expect(await one(id)).toMatchObject({ status: 'CANCELADA', reason: 'plan' })
    await act(running.id, 'restart')
    expect(await one(running.id)).toMatchObject({ status: 'EM_ANDAMENTO', reason: null })
    for (let n = 0; n < 4; n++) {
      w.clock.forward(3 * MINUTE)
      await run()
      await quiet()
    }
    expect(
      sentMessages()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(people(3).map(({ number }) => number))
    expect(await one(running.id)).toMatchObject({ status: 'FINALIZADA' })
  })

  test('a list in use cannot be deleted', async () => {
    const { w, make, act, asked } = await campaignCompany()
    const contactListId = addList(w, people(1))
    const { id } = await make({ contactListId })
    await act(id, 'start')
    const refusal = await asked(`/api/contact-lists/${contactListId}`, 'DELETE')
    expect(refusal).toMatchObject({ error: 'ERR_LIST_IN_CAMPAIGN', details: { campaignId: id, campaign: 'Oferta' } })
  })
})

test('a dry run counts exactly what the start then creates', async () => {
  const { w, make, act, asked, run, counters } = await campaignCompany()
  w.whatsapp.person(numberOf(1)).says('oi')
  const contactListId = addList(w, [
    ...people(4),
    { number: '5521996124087' },
    { number: '552196124087' },
    { number: numberOf(50), valid: false },
    { number: numberOf(51), valid: null },
    { number: numberOf(52), blacklisted: true },
  ])
  const { id } = await make({ contactListId, excludesEngaged: false })
  const planned = await asked<Record<string, number>>(`/api/campaigns/${id}/dry-run`)
  expect(planned).toMatchObject({
    total: 9,
    warm: 1,
    cold: 5,
    duplicates: 1,
    invalid: 1,
    unchecked: 1,
    blacklisted: 1,
    receive: 6,
    connection: { id: LOJA, name: 'Loja' },
  })
  const warmAlone = await make({ contactListId, excludesCold: true, excludesEngaged: false })
  expect(await asked<object>(`/api/campaigns/${warmAlone.id}/dry-run`)).toMatchObject({
    total: 9,
    warm: 1,
    cold: 0,
    coldLeftOut: 5,
    blacklisted: 1,
    receive: 1,
  })
  expect(w.rows('SELECT 1 FROM messages').length).toBe(1)
  await act(id, 'start')
  while (fillSome(w.cx));
  expect(await counters(id)).toMatchObject({ total: 9, waiting: 6, skipped: 3 })
  run()
})

test('the preview shows what a recipient will read; a test goes to one number and counts nowhere', async () => {
  const { w, make, asked, quiet, sentMessages, counters } = await campaignCompany()
  const contactListId = addList(w, [{ name: 'Maria Alves', number: numberOf(9) }, ...people(2)])
  const { id } = await make({ contactListId, message2: 'Oi, {{name}}' })
  expect(await asked(`/api/campaigns/${id}/preview?position=1`)).toMatchObject({
    position: 1,
    count: 3,
    name: 'Maria Alves',
    messages: ['Olá, Maria!', 'Oi, Maria Alves'],
  })
  // Typed without country code: the server completes it and returns the number.
  const sent: object = await asked<object>(`/api/campaigns/${id}/test`, 'POST', {
    number: '(21) 99612-9999',
    text: 2,
  })
  expect(sent).toMatchObject({ number: '5521996129999' })
  await quiet()
  expect(sentMessages().map(({ to }) => to)).toEqual(['5521996129999'])
  expect(await counters(id)).toEqual({})
})

test('the dashboard counts statuses and messages, filtered by name and dates', async () => {
  const { w, make, act, asked, run, quiet } = await campaignCompany()
  const contactListId = addList(w, people(2))
  const { id } = await make({ name: 'Sofás', contactListId })
  await make({ name: 'Poltronas', contactListId })
  await act(id, 'start')
  run()
  await quiet()
  run()
  const metrics = async (query: string) =>
    await asked<{ metrics: object; campaigns: object[] }>(`/api/campaigns/metrics?${query}`)
  expect(await metrics('')).toMatchObject({
    metrics: { totalCampaigns: 2, completedCampaigns: 1, inactiveCampaigns: 1, totalContacts: 4 },
    pagination: { currentPage: 1, pages: 1 },
  })
  expect((await metrics('status=FINISHED')).campaigns).toMatchObject([
    { name: 'Sofás', status: 'FINALIZADA', progress: 100 },
  ])
  expect((await metrics('searchParam=polt')).campaigns).toMatchObject([{ name: 'Poltronas', progress: 0 }])
  expect((await metrics('endDate=2026-03-01')).campaigns).toEqual([])
  for (const wrong of ['status=WHAT', 'startDate=ontem', 'startDate=2026-03-05&endDate=2026-03-01'])
    expect(await metrics(wrong)).toMatchObject({ error: 'ERR_INVALID_INPUT' })
})

test('totals, chart and table of the dashboard cover the same campaigns', async () => {
  const { w, admin, make, act, asked, run, quiet } = await campaignCompany()
  const send = async (name: string, numbers: ReturnType<typeof people>) => {
    const { id } = await make({ name, contactListId: addList(w, numbers) })
    await act(id, 'start')
    run()
    await quiet()
    w.clock.forward(DAY)
    const sent = w.rows<{ id: string }>(
      `SELECT external_id AS id FROM messages m JOIN campaign_deliveries d ON d.message_id = m.id WHERE campaign_id = ?`,
      id,
    )
    for (const message of sent) w.telephones.receipt(w.refOf(LOJA), [message.id], 3)
    run()
    return id
  }
  const gone = await send('Cadeiras', people(4))
  await send('Sofás', people(3))
  await send('Poltronas', people(2))
  await make({ name: 'Mesas', contactListId: addList(w, people(5)) })
  expect((await admin.request(`/api/campaigns/${gone}`, { method: 'DELETE' })).status).toBe(200)
  type Metrics = {
    metrics: { totalDelivered: number; totalContacts: number }
    campaigns: { name: string }[]
    days: { day: string; delivered: number }[]
  }
  const metricsOf = async (query: string) => {
    const { metrics, campaigns, days } = await asked<Metrics>(`/api/campaigns/metrics?${query}`)
    const sum = days.reduce((total, { delivered }) => total + delivered, 0)
    return [campaigns.map(({ name }) => name).toSorted(), metrics.totalContacts, metrics.totalDelivered, sum]
  }
  expect(await metricsOf('')).toEqual([['Mesas', 'Poltronas', 'Sofás'], 10, 5, 5])
  expect(await metricsOf('searchParam=sof')).toEqual([['Sofás'], 3, 3, 3])
  expect(await metricsOf('status=FINISHED')).toEqual([['Poltronas', 'Sofás'], 5, 5, 5])
  expect(await metricsOf('startDate=2026-03-04')).toEqual([['Mesas', 'Poltronas'], 7, 2, 2])
})

test('a scheduled campaign starts, sends to all and ends by itself, and announces its counters', async () => {
  const { w, admin, make, one, sentMessages } = await campaignCompany()
  const pass = () => w.server.timetable.pass()
  const listId = addList(w, people(3))
  const { id } = await make({ contactListId: listId, scheduledAt: '2026-03-02 11:00:00' })
  await pass()
  w.clock.forward(2 * HOUR - 1)
  await pass()
  expect((await one(id)).status).toBe('PROGRAMADA')
  admin.forget()
  w.clock.forward(1)
  for (let second = 0; second < 20 && (await one(id)).status !== 'FINALIZADA'; second++) {
    await pass()
    await new Promise(setImmediate)
    w.clock.forward(1000)
  }
  expect((await one(id)).status).toBe('FINALIZADA')
  expect(sentMessages()).toHaveLength(3)
  await pass()
  expect(admin.heard(campaignUpdated).at(-1)?.record.figures.sent).toBe(3)
})
