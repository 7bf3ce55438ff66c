/** Campaigns: what is wrong with one, that each person gets one message once, what comes back, and how they stop and end. */
import { describe, expect, test } from 'bun:test'
import { type Campaign, type CampaignReport, campaignUpdated } from '../../src/features/campaigns/contract'
import { fillSome } from '../../src/features/campaigns/running'
import { LOJA, SALES } from '../support/company-world'
import { runJob } from '../support/jobs'
import { lid } from '../support/telephones'
import { NOON } from '../support/world'
import { addList, numberOf, people, place } from './support'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const fieldsOf = ({ details = [] }: { details?: { field: string }[] }) => details.map(({ field }) => field)

describe('what is wrong with one', () => {
  test('a draft needs only its name; to begin, everything that is missing is named', async () => {
    const { make, act, one } = await place()
    const draft = await make({ name: 'Rascunho', message1: null, whatsappId: null })
    expect(draft).toMatchObject({ name: 'Rascunho', status: 'INATIVA', message1: null })
    expect(fieldsOf(await act(draft.id, 'start'))).toEqual(['message1', 'contactListId', 'whatsappId'])
    expect((await one(draft.id)).status).toBe('INATIVA')
  })

  test('a variable that nothing stands for, a time that has passed, a list, connection and queue that are not there', async () => {
    const { make } = await place()
    const wrong = {
      message2: 'Use o cupom {{xyz}}',
      scheduledAt: '2026-03-02 08:59:59', // one second before now, by the clock of São Paulo
      contactListId: 99,
      whatsappId: 99,
      queueId: 99,
      tagId: null,
    }
    expect(fieldsOf(await make(wrong))).toEqual(['message2', 'contactListId', 'whatsappId', 'queueId', 'scheduledAt'])
    expect(fieldsOf(await make({ name: 'A' }))).toEqual(['name'])
    expect(fieldsOf(await make({ scheduledAt: '2026-02-30 10:00:00' }))).toEqual(['scheduledAt'])
  })

  test('a company’s own variable is known, and filled in', async () => {
    const { w, make, act, run, quiet, told } = await place({ variables: [{ key: 'cupom', value: 'AURORA30' }] })
    const contactListId = addList(w, [{ name: 'Maria Alves', number: numberOf(1) }])
    const { id } = await make({ message1: '{{firstName}}, {{number}}: {{cupom}}', contactListId })
    await act(id, 'start')
    run()
    await quiet()
    expect(told()).toEqual([{ to: numberOf(1), body: `Maria, ${numberOf(1)}: AURORA30` }])
  })

  test('a list of numbers that WhatsApp does not know reaches nobody', async () => {
    const { w, make, act } = await place()
    const contactListId = addList(w, [
      { number: numberOf(1), valid: false },
      { number: numberOf(2), blacklisted: true },
    ])
    const { id } = await make({ contactListId })
    expect(await act(id, 'start')).toMatchObject({ details: [{ field: 'contactListId' }] })
  })

  test('another company’s things are not there', async () => {
    const { w, make } = await place()
    const contactListId = addList(w.company(), people(1))
    expect(fieldsOf(await make({ contactListId }))).toEqual(['contactListId'])
  })
})

describe('each person gets one message, once', () => {
  test('who is twice in the list, blacklisted or without WhatsApp is left out with the reason', async () => {
    const { w, make, act, run, quiet, told, figures, rowsOf } = await place()
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
    expect(told()).toEqual([{ to: '5521996124087', body: 'Olá, Maria!' }])
    expect(await figures(id)).toEqual({ total: 4, sent: 1, skipped: 3 })
    const reasons = (await rowsOf(id)).map(({ name, state, reason }) => [name, state, reason])
    expect(reasons.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
      ['João', 'skipped', 'blacklisted'],
      ['Maria', 'sent', null],
      ['Maria de novo', 'skipped', 'duplicate'],
      ['Rita', 'skipped', 'noWhatsapp'],
    ])
  })

  test('it starts at once, and a number that was not looked up is looked up when its turn comes', async () => {
    const { w, make, act, run, quiet, told, figures, one, rowsOf } = await place()
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
    expect(told().map(({ to }) => to)).toEqual([numberOf(1)])
    expect([await figures(id), (await one(id)).wait]).toMatchObject([
      { total: 4, sent: 1, waiting: 3 },
      { why: 'checking' },
    ])
    await runJob(w.server, 'contact-lists.check')
    run()
    await quiet()
    run()
    expect(new Set(told().map(({ to }) => to))).toEqual(new Set([numberOf(1), numberOf(2), numberOf(4)]))
    expect(await figures(id)).toMatchObject({ sent: 3, skipped: 1 })
    const leftOut = (await rowsOf(id)).find(({ state }) => state === 'skipped')
    expect(leftOut).toMatchObject({ number: numberOf(3), reason: 'noWhatsapp' })
  })

  test('whom three look-ups leave unanswered gets nothing, and the others are written to', async () => {
    const { w, make, act, run, quiet, told, one, rowsOf } = await place()
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
    expect(told().map(({ to }) => to)).toEqual([numberOf(1)])
    expect((await one(id)).status).toBe('FINALIZADA')
    expect((await rowsOf(id)).find(({ name }) => name === 'Beto')).toMatchObject({ reason: 'unchecked' })
  })

  test('contacts without a number are written to over their LID, and the report shows the username', async () => {
    const { w, make, act, run, quiet, told, asked, rowsOf } = await place()
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
    expect(told()).toEqual([{ to: '998877', body: 'Oi Maria, @ma.duarte' }])
    const [row] = await rowsOf(id, '?searchParam=%40ma')
    expect(row).toMatchObject({ name: 'Maria', number: null, username: 'ma.duarte', contactId: 1 })
  })

  test('a hundred people, two campaigns on one connection: everybody once from each, in turn', async () => {
    const { w, make, act, run, quiet, told, one } = await place()
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
    for (let turn = 0; turn < 50 && told().length < 200; turn++) {
      run()
      await quiet()
    }
    const bodies = told().map(({ body }) => body)
    expect(bodies.filter((body) => body === 'uma').length).toBe(100)
    expect(new Set(told().map(({ to, body }) => `${to} ${body}`)).size).toBe(200)
    // At any moment neither is ahead by more than what is on its way at once.
    const posted = w.rows<{ body: string }>('SELECT body FROM messages ORDER BY id').map(({ body }) => body)
    const ahead = posted.map((_, at) => posted.slice(0, at + 1).filter((body) => body === 'uma').length - (at + 1) / 2)
    expect(Math.max(...ahead.map(Math.abs))).toBeLessThanOrEqual(1)
    expect([(await one(first.id)).status, (await one(second.id)).status]).toEqual(['FINALIZADA', 'FINALIZADA'])
  })

  test('deliveries that a crash left half made are made to the end, each once', async () => {
    const { w, make, act, quiet, told, run, figures } = await place()
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
    expect([typeof quiet, typeof told, typeof run, typeof figures].length).toBe(4)
  })

  test('by a tag: who has several tickets of it gets one', async () => {
    const { w, make, act, run, quiet, told } = await place()
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
    expect(told()).toEqual([{ to: numberOf(1), body: 'Olá, Maria!' }])
  })
})

describe('when and how fast', () => {
  test('begins at its time by the company’s clock, also when the server was off then', async () => {
    const { w, make, one, later, quiet } = await place()
    const planned = await make({ contactListId: addList(w, people(1)), scheduledAt: '2026-03-02 11:00:00' })
    expect(planned).toMatchObject({ status: 'PROGRAMADA', scheduledAt: '2026-03-02 11:00:00' })
    later(2 * HOUR - 1)
    expect((await one(planned.id)).status).toBe('PROGRAMADA')
    later(2 * DAY)
    await quiet()
    expect(await one(planned.id)).toMatchObject({ status: 'FINALIZADA' })
  })

  test('a draft keeps its time and does not begin at it until it is planned, which may be taken back', async () => {
    const { w, make, asked, later } = await place()
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

  test('outside of the hours nothing leaves, and the campaign says until when', async () => {
    const { w, make, act, one, run, later, quiet, told } = await place({ sendFrom: '10:00' })
    const { id } = await make({ contactListId: addList(w, people(1)) })
    await act(id, 'start')
    run()
    expect((await one(id)).wait).toEqual({ why: 'hours', until: new Date(NOON + HOUR).toISOString() })
    later(HOUR)
    await quiet()
    expect(told().length).toBe(1)
  })

  test('those who never wrote wait for the next day when their cap is reached; the others go on', async () => {
    const { w, make, act, one, run, quiet, told, rowsOf } = await place({ coldCap: 1 })
    w.whatsapp.person(numberOf(3)).says('oi')
    const { id } = await make({ contactListId: addList(w, people(3)), excludesEngaged: false })
    await act(id, 'start')
    run()
    await quiet()
    run()
    expect(told().length).toBe(2)
    expect(told().map(({ to }) => to)).toContain(numberOf(3))
    const { wait, figures } = await one(id)
    expect(wait?.why).toBe('coldCap')
    expect(figures).toMatchObject({ waiting: 1, coldWaiting: 1, sent: 2 })
    expect((await rowsOf(id, '?filter=waiting')).map(({ state }) => state)).toEqual(['cold'])
  })

  test('an interval is waited for, and two campaigns share it', async () => {
    const { w, make, act, run, later, quiet, told } = await place({ messageInterval: 20 })
    const contactListId = addList(w, people(3))
    for (const name of ['Uma', 'Outra']) await act((await make({ name, contactListId })).id, 'start')
    run()
    await quiet()
    run()
    expect(told().length).toBe(1)
    for (let sent = 2; sent <= 6; sent++) {
      later(20_000)
      await quiet()
      expect(told().length).toBe(sent)
    }
  })
})

describe('what comes back', () => {
  test('ticks are counted once and never taken back; an answer opens a ticket in the queue, which names the campaign', async () => {
    const { w, make, act, run, quiet, rowsOf, figures, asked } = await place()
    const { id } = await make({ contactListId: addList(w, people(1)), queueId: SALES })
    await act(id, 'start')
    run()
    await quiet()
    const { externalId } = w.telephones.sent[0] ?? {}
    const tick = (ack: 3 | 4) => w.telephones.receipt(w.refOf(LOJA), [externalId ?? ''], ack)
    tick(4)
    tick(3)
    expect(await figures(id)).toEqual({ total: 1, sent: 1, delivered: 1, read: 1 })
    const maria = w.whatsapp.person(numberOf(1))
    maria.says('Tem na cor areia?')
    maria.says('Oi?')
    expect(await figures(id)).toEqual({ total: 1, sent: 1, delivered: 1, read: 1, answered: 1, tickets: 1 })
    const [row] = await rowsOf(id, '?filter=answered')
    expect(row).toMatchObject({ state: 'answered', answer: 'Tem na cor areia?' })
    const ticket = await asked<{ queueId: number; campaign: object }>(`/api/tickets/${row?.ticket?.id}`)
    expect(ticket).toMatchObject({ queueId: SALES, campaign: { id, name: 'Oferta' } })
    const { logs } = await asked<{ logs: { kind: string; data: object }[] }>(`/api/tickets-log/${row?.ticket?.id}`)
    expect(logs.find(({ kind }) => kind === 'campaign')?.data).toEqual({ campaign: 'Oferta' })
    const report = await asked<CampaignReport>(`/api/campaigns/${id}/report`)
    expect(report).toMatchObject({ openTickets: 1, points: [{ delivered: 1, read: 1, answered: 1, optedOut: 0 }] })
    // The hour that has begun is drawn up to now.
    expect(report.points.map(({ at }) => Date.parse(at))).toEqual([w.clock.now()])
  })

  test('SAIR: counted, and nothing more from this or any other campaign', async () => {
    const { w, make, act, run, later, quiet, figures, rowsOf, told } = await place({ messageInterval: 20 })
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
    expect(await figures(first.id)).toEqual({ total: 1, sent: 1, optedOut: 1 })
    expect((await rowsOf(first.id))[0]).toMatchObject({ state: 'optedOut', answer: 'SAIR' })
    expect(await figures(second.id)).toEqual({ total: 1, skipped: 1 })
    expect(told().filter(({ body }) => body.startsWith('Olá')).length).toBe(1)
  })

  test('who wanted no more before it began is left out, also where only the number is known', async () => {
    const { w, make, act, run, quiet, told, rowsOf, asked } = await place()
    await asked('/api/opt-outs', 'POST', { number: numberOf(1) })
    const { id } = await make({ contactListId: addList(w, people(2)) })
    await act(id, 'start')
    run()
    await quiet()
    run()
    expect(told().map(({ to }) => to)).toEqual([numberOf(2)])
    expect((await rowsOf(id, '?filter=skipped'))[0]).toMatchObject({ number: numberOf(1), reason: 'optedOut' })
  })

  test('a question first: yes brings the message and opens no ticket, anything else opens one', async () => {
    const { w, make, act, run, later, quiet, figures, told, one } = await place()
    const contactListId = addList(w, people(3))
    const { id } = await make({ contactListId, confirmation: true, confirmationMessage1: 'Posso enviar as ofertas?' })
    await act(id, 'start')
    run()
    await quiet()
    run()
    expect(told().map(({ body }) => body)).toEqual(Array(3).fill('Posso enviar as ofertas?'))
    expect(await figures(id)).toEqual({ total: 3, asked: 3 })
    w.whatsapp.person(numberOf(1)).says('Sim, pode!')
    w.whatsapp.person(numberOf(2)).says('Simone não mora aqui')
    expect(w.rows("SELECT 1 FROM tickets WHERE status = 'pending'").length).toBe(1)
    run()
    await quiet()
    expect(told().slice(3)).toEqual([{ to: numberOf(1), body: 'Olá, Pessoa!' }])
    expect(await figures(id)).toMatchObject({ asked: 2, sent: 1, confirmed: 1 })
    later(7 * DAY)
    expect(await figures(id)).toMatchObject({ total: 3, sent: 1, skipped: 2, confirmed: 1 })
    expect((await one(id)).status).toBe('FINALIZADA')
    w.whatsapp.person(numberOf(3)).says('sim')
    run()
    expect(told().length).toBe(4)
  })

  test('a yes that comes before we were told that the question left brings the message, once', async () => {
    const { w, make, act, run, quiet, figures, told, one } = await place()
    const contactListId = addList(w, people(1))
    const { id } = await make({ contactListId, confirmation: true, confirmationMessage1: 'Posso enviar as ofertas?' })
    await act(id, 'start')
    run()
    expect(w.rows('SELECT state FROM campaign_deliveries')).toEqual([{ state: 'sending' }])
    w.whatsapp.person(numberOf(1)).says('Sim, pode!')
    await quiet()
    run()
    await quiet()
    expect(told().map(({ body }) => body)).toEqual(['Posso enviar as ofertas?', 'Olá, Pessoa!'])
    expect(await figures(id)).toEqual({ total: 1, sent: 1, confirmed: 1 })
    expect((await one(id)).status).toBe('FINALIZADA')
  })

  test('what the messenger refuses has failed, with the reason', async () => {
    const { w, make, act, run, quiet, rowsOf, one } = await place()
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    const { id } = await make({ contactListId: addList(w, people(1)) })
    await act(id, 'start')
    run()
    await quiet()
    expect((await rowsOf(id, '?filter=failed'))[0]).toMatchObject({ state: 'failed', reason: 'rejected' })
    expect(await one(id)).toMatchObject({ status: 'FINALIZADA', figures: { failed: 1, sent: 0 } })
  })

  test('a text that leaves nothing for somebody fails for them alone', async () => {
    const { w, make, act, run, quiet, told, figures } = await place()
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
    expect(told()).toEqual([{ to: numberOf(2), body: 'Maria' }])
    expect(await figures(id)).toEqual({ total: 2, sent: 1, failed: 1 })
  })
})

describe('stopping and going on', () => {
  test('takes back what waits in the outbox, and goes on with exactly those that nothing was sent to', async () => {
    const { w, make, act, run, quiet, told, figures, one } = await place()
    const contactListId = addList(w, people(40))
    const { id } = await make({ contactListId })
    await act(id, 'start')
    const answers = Promise.withResolvers<{ outcome: 'sent' }>()
    w.telephones.answerAlways(() => answers.promise)
    for (let turn = 0; turn < 6; turn++) run() // more is in the outbox than the messenger takes at once
    await act(id, 'cancel')
    answers.resolve({ outcome: 'sent' })
    await quiet()
    const before = told().length
    expect(before).toBe(24)
    expect(await figures(id)).toEqual({ total: 40, waiting: 40 - before, sent: before })
    run()
    expect(told().length).toBe(before)
    await act(id, 'restart')
    for (let turn = 0; turn < 20 && told().length < 40; turn++) {
      run()
      await quiet()
    }
    expect(new Set(told().map(({ to }) => to)).size).toBe(40)
    expect(told().length).toBe(40)
    expect(await one(id)).toMatchObject({ status: 'FINALIZADA', figures: { sent: 40, waiting: 0 } })
    // What was taken back left under its own id: no second message lies beside it.
    expect(w.rows('SELECT 1 FROM messages').length).toBe(40)
  })

  test('each act is taken in its states alone', async () => {
    const { w, make, act, one, asked, run, quiet } = await place()
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

  test('one that is planned is changed until an hour before; one that was stopped keeps its audience', async () => {
    const { w, make, act, asked, later, run } = await place({ messageInterval: 20 })
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

  test('its connection is deleted: it stops with the reason, takes another, and goes on', async () => {
    const { w, make, act, asked, one, run, quiet, told } = await place()
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
    expect(told().length).toBe(2)
  })

  test('its connection is closed in the middle: it waits, says so, and goes on by itself', async () => {
    const { w, make, act, one, run, quiet, told } = await place()
    const { id } = await make({ contactListId: addList(w, people(1)) })
    w.telephones.report(w.refOf(LOJA), { status: 'DISCONNECTED' })
    await act(id, 'start')
    run()
    expect((await one(id)).wait).toEqual({ why: 'disconnected', until: null })
    w.connect(LOJA)
    run()
    await quiet()
    expect(told().length).toBe(1)
  })

  test('a list that is being sent to stays', async () => {
    const { w, make, act, asked } = await place()
    const contactListId = addList(w, people(1))
    const { id } = await make({ contactListId })
    await act(id, 'start')
    const refusal = await asked(`/api/contact-lists/${contactListId}`, 'DELETE')
    expect(refusal).toMatchObject({ error: 'ERR_LIST_IN_CAMPAIGN', details: { campaignId: id, campaign: 'Oferta' } })
  })
})

test('a rehearsal counts exactly what the start then makes', async () => {
  const { w, make, act, asked, run, figures } = await place()
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
  const rehearsed = await asked<Record<string, number>>(`/api/campaigns/${id}/dry-run`)
  expect(rehearsed).toMatchObject({
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
    ...{ total: 9, warm: 1, cold: 0, coldLeftOut: 5, blacklisted: 1, receive: 1 },
  })
  expect(w.rows('SELECT 1 FROM messages').length).toBe(1)
  await act(id, 'start')
  while (fillSome(w.cx));
  expect(await figures(id)).toMatchObject({ total: 9, waiting: 6, skipped: 3 })
  run()
})

test('reads as a person of the list will read it; a test goes to one number and counts nowhere', async () => {
  const { w, make, asked, quiet, told, figures } = await place()
  const contactListId = addList(w, [{ name: 'Maria Alves', number: numberOf(9) }, ...people(2)])
  const { id } = await make({ contactListId, message2: 'Oi, {{name}}' })
  expect(await asked(`/api/campaigns/${id}/preview?position=1`)).toMatchObject({
    position: 1,
    count: 3,
    name: 'Maria Alves',
    messages: ['Olá, Maria!', 'Oi, Maria Alves'],
  })
  // As people type it at home: the server completes the country, and says where it went.
  const sent: object = await asked<object>(`/api/campaigns/${id}/test`, 'POST', {
    number: '(21) 99612-9999',
    text: 2,
  })
  expect(sent).toMatchObject({ number: '5521996129999' })
  await quiet()
  expect(told().map(({ to }) => to)).toEqual(['5521996129999'])
  expect(await figures(id)).toEqual({})
})

test('the dashboard counts states and messages, by name and dates', async () => {
  const { w, make, act, asked, run, quiet } = await place()
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

test('the totals of the dashboard, its chart and its table are of the same campaigns', async () => {
  const { w, admin, make, act, asked, run, quiet } = await place()
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
  const told = async (query: string) => {
    const { metrics, campaigns, days } = await asked<Metrics>(`/api/campaigns/metrics?${query}`)
    const sum = days.reduce((total, { delivered }) => total + delivered, 0)
    return [campaigns.map(({ name }) => name).toSorted(), metrics.totalContacts, metrics.totalDelivered, sum]
  }
  expect(await told('')).toEqual([['Mesas', 'Poltronas', 'Sofás'], 10, 5, 5])
  expect(await told('searchParam=sof')).toEqual([['Sofás'], 3, 3, 3])
  expect(await told('status=FINISHED')).toEqual([['Poltronas', 'Sofás'], 5, 5, 5])
  expect(await told('startDate=2026-03-04')).toEqual([['Mesas', 'Poltronas'], 7, 2, 2])
})

test('a planned campaign begins by itself, sends to all, and ends, and its figures reach the screens', async () => {
  const { w, admin, make, one, told } = await place()
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
  expect(told()).toHaveLength(3)
  await pass()
  expect(admin.heard(campaignUpdated).at(-1)?.record.figures.sent).toBe(3)
})
