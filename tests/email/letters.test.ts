/** Formatted e-mails with signatures and variables, about a contact and its conversation. */
import { describe, expect, test } from 'bun:test'
import type { InferOutput } from 'valibot'
import type { ContactEmails } from '../../src/features/email/contract'
import { HOUR } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import type { TicketLog } from '../../src/tickets/contract'
import type { Attendant } from '../support/company-world'
import { NOON } from '../support/world'
import { act, details, emailWorld, listed, send } from './support'

const ANA = '<p><strong>{{user.name}}</strong><br>{{company.name}}</p>'
const setSignature = (who: Attendant, html: string) => who.json('/api/emails/signature', 'PUT', { html })

async function listedOf(who: Attendant, contactId: number) {
  const answer = await who.request(`/api/emails/contacts/${contactId}`)
  return (await answer.json()) as InferOutput<typeof ContactEmails> & { error?: string } // the answer of its route
}
async function logOf(who: Attendant, ticketId: number) {
  const answer = await who.request(`/api/tickets-log/${ticketId}`)
  return ((await answer.json()) as InferOutput<typeof TicketLog>).logs.filter(({ kind }) => kind === 'emailed') // the answer of its route
}

describe('formatting', () => {
  test('leaves in two parts that say the same, without what could run', async () => {
    const { box, ana, run } = await emailWorld()
    const html = '<p onclick="x()">Bom <b>dia</b></p><script>alert(1)</script><ul><li>um</li></ul>'
    const { id } = await send(ana, { html, mensagem: undefined })
    await run()
    const [mail] = box.mails()
    expect(mail?.text.trim()).toBe('Bom dia\n\n- um')
    expect(mail?.html).toContain('Bom <strong>dia</strong></p>')
    expect(mail?.html).not.toMatch(/script|onclick/)
    expect(mail?.headers.find(({ name }) => name === 'content-type')?.value).toMatch(/^multipart\/alternative/)
    expect(await details(ana, id)).toMatchObject({
      message: 'Bom dia\n\n- um',
      html: '<p>Bom <strong>dia</strong></p><ul><li>um</li></ul>',
      signature: null,
    })
    expect((await listed(ana, 'enviados')).emails[0]?.message).toBe('Bom dia\n\n- um')
  })

  test('a plain e-mail leaves as plain text, as before', async () => {
    const { box, ana, run } = await emailWorld()
    await send(ana)
    await run()
    expect(box.mails()[0]).toMatchObject({ text: expect.stringMatching(/^Bom dia!\s*$/), html: null })
  })

  test.each([
    ['nothing to read', { html: '<p> </p><img src=x>' }, 'html'],
    ['neither text', { mensagem: undefined }, 'mensagem'],
    ['too much', { html: `<p>${'a'.repeat(20_001)}</p>` }, 'html'],
    ['too many tags', { html: '<b>'.repeat(5_000) }, 'html'],
  ])('%s is refused', async (_, change, field) => {
    const { ana } = await emailWorld()
    expect(await send(ana, change)).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field }] })
  })

  test('of a scheduled e-mail can be changed, and taken away', async () => {
    const { ana } = await emailWorld()
    const sendAt = new Date(NOON + HOUR).toISOString()
    const { id } = await send(ana, { html: '<p>a</p>', sendAt }, 'agendar-envio-email')
    await ana.json(`/api/emails/${id}`, 'PUT', { assunto: 'Novo' })
    expect(await details(ana, id)).toMatchObject({ subject: 'Novo', html: '<p>a</p>' })
    await ana.json(`/api/emails/${id}`, 'PUT', { html: '<p>b</p>' })
    expect(await details(ana, id)).toMatchObject({ html: '<p>b</p>', message: 'b' })
    await ana.json(`/api/emails/${id}`, 'PUT', { mensagem: 'c' })
    expect(await details(ana, id)).toMatchObject({ html: null, message: 'c' })
  })
})

describe('signature', () => {
  test('is one’s own, sanitised, and gone when empty', async () => {
    const { ana, admin } = await emailWorld()
    const saved = await setSignature(ana, '<p>Ana<img src=x onerror=alert(1)></p>')
    expect(await saved.json()).toEqual({ html: '<p>Ana</p>' })
    expect(await (await admin.request('/api/emails/signature')).json()).toEqual({ html: null })
    await setSignature(ana, '<p> </p>')
    expect(await (await ana.request('/api/emails/signature')).json()).toEqual({ html: null })
  })

  test('stands once below each signed e-mail, and stays as it was sent', async () => {
    const { box, ana, run } = await emailWorld()
    await setSignature(ana, ANA)
    const { id } = await send(ana, { html: '<p>Oi</p>', sign: true })
    await send(ana, { html: '<p>Oi</p>' })
    await run()
    await setSignature(ana, '<p>Outra</p>')
    const [unsigned, signed] = box.mails().toSorted((a, b) => a.text.length - b.text.length)
    expect(unsigned?.text.trim()).toBe('Oi')
    expect(signed?.text.trim()).toBe('Oi\n\n-- \nAna\nLoja Centro')
    expect(signed?.html?.match(/Loja Centro/g)).toHaveLength(1)
    expect(await details(ana, id)).toMatchObject({ signature: '<p><strong>Ana</strong><br />Loja Centro</p>' })
  })

  test('goes with the person', async () => {
    const { w, ana, admin } = await emailWorld()
    await setSignature(ana, ANA)
    await admin.request(`/api/users/${ana.userId}`, { method: 'DELETE' })
    expect(w.rows('SELECT * FROM email_signatures')).toEqual([])
  })
})

describe('variables', () => {
  test('become final when it leaves, in both parts and the subject', async () => {
    const { box, w, ana, run } = await emailWorld()
    const contact = w.contact({ name: 'Maria Alves' })
    const text = {
      assunto: '{{ms}}, {{firstName}}',
      html: '<p>Oi, {{firstName}}! {{protocol}}</p>',
      contactId: contact.id,
    }
    const { id } = await send(ana, { ...text, sendAt: new Date(NOON + 9 * HOUR).toISOString() }, 'agendar-envio-email')
    expect(await details(ana, id)).toMatchObject({ subject: '{{ms}}, {{firstName}}' })
    w.clock.forward(9 * HOUR)
    await run()
    expect(box.mails()[0]).toMatchObject({
      subject: 'Boa noite, Maria',
      text: expect.stringMatching(/^Oi, Maria!\s*$/),
    })
    expect(await details(ana, id)).toMatchObject({ subject: 'Boa noite, Maria', html: '<p>Oi, Maria! </p>' })
    expect((await listed(ana, 'enviados', '?searchParam=noite')).count).toBe(1)
  })

  test('a name is text, whatever it says, and is not expanded again', async () => {
    const { box, w, ana, run } = await emailWorld()
    const contact = w.contact({ name: '<img src=x onerror=alert(1)> {{company.name}}\r\nBcc: x@casa.example' })
    const { id } = await send(ana, { assunto: 'Oi {{name}}', html: '<p>{{name}}</p>', contactId: contact.id })
    await run()
    const [mail] = box.mails()
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; {{company.name}}')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.headers.filter(({ name }) => name === 'bcc')).toEqual([])
    expect((await details(ana, id)).html).not.toContain('<img')
  })

  test('without a contact leave no gap', async () => {
    const { box, ana, run } = await emailWorld()
    await send(ana, { html: '<p>Oi, {{firstName}}!</p>' })
    await run()
    expect(box.mails()[0]?.text.trim()).toBe('Oi!')
  })
})

describe('about a contact', () => {
  async function written(also: Record<string, unknown> = {}) {
    const there = await emailWorld()
    const { w, ana } = there
    const contact = w.contact({ name: 'Maria Alves' })
    w.rows('UPDATE contacts SET email = ? WHERE id = ? RETURNING id', 'maria@casa.example', contact.id)
    const queueId = w.queue()
    const ticket = w.ticket({ contactId: contact.id, userId: ana.userId, queueId, status: 'open' })
    const email = await send(ana, { contactId: contact.id, ticketId: ticket.id, ...also })
    return { ...there, contact, ticket, email }
  }

  test('it stands in the contact’s list and as one line in the conversation’s log', async () => {
    const { ana, admin, contact, ticket, email, run } = await written()
    await run()
    expect((await listedOf(admin, contact.id)).emails).toMatchObject([
      { id: email.id, subject: 'Boleto', user: { name: 'Ana' }, state: 'done', sent: 1, recipients: 1 },
    ])
    expect(await logOf(ana, ticket.id)).toMatchObject([{ user: { name: 'Ana' }, data: { subject: 'Boleto' } }])
    expect(await details(ana, email.id)).toMatchObject({ contact: { id: contact.id, name: 'Maria Alves' } })
    expect(
      ana.frames.filter(({ event }) => event.includes('ticket.log') || /ticketLog|-ticket/.test(event)).length,
    ).toBeGreaterThan(0)
  })

  test('a scheduled one is logged when it leaves', async () => {
    const { w, ana, ticket, email, run } = await written({ assunto: 'Agora' })
    const sendAt = new Date(NOON + HOUR).toISOString()
    const later = { assunto: 'Depois', sendAt, contactId: email && ticket.contactId, ticketId: ticket.id }
    await send(ana, later, 'agendar-envio-email')
    const { id } = await send(ana, { ...later, assunto: 'Já' }, 'agendar-envio-email')
    await run()
    const subjects = async () => (await logOf(ana, ticket.id)).map(({ data }) => data.subject)
    expect(await subjects()).toEqual(['Agora'])
    await act(ana, id, 'send-now')
    expect(await subjects()).toEqual(['Agora', 'Já'])
    w.clock.forward(HOUR)
    await run()
    expect(await subjects()).toEqual(['Agora', 'Já', 'Depois'])
  })

  test('only of a contact that one knows, and a conversation of it that one sees', async () => {
    const { w, ana, contact, ticket } = await written()
    const bia = w.attendant([], { name: 'Bia' })
    const other = w.contact({ name: 'João' })
    expect(await send(bia, { ticketId: ticket.id })).toMatchObject({ error: 'ERR_NO_TICKET_FOUND' })
    expect(await send(ana, { contactId: other.id, ticketId: ticket.id })).toMatchObject({
      error: 'ERR_NO_CONTACT_FOUND',
    })
    writeSetting(w.db, 'restrictedContactSearch', 'enabled')
    expect(await send(bia, { contactId: contact.id })).toMatchObject({ error: 'ERR_NO_CONTACT_FOUND' })
    expect(await listedOf(bia, contact.id)).toMatchObject({ error: 'ERR_NO_CONTACT_FOUND' })
    expect(await listedOf(ana, contact.id)).toMatchObject({ emails: [{ subject: 'Boleto' }] })
  })

  test('a merge takes it along', async () => {
    const { w, admin, contact } = await written()
    const kept = w.contact({ name: 'Maria A.' })
    const body = { sourceContactId: contact.id, targetContactId: kept.id, mergedData: {} }
    expect((await admin.json('/api/contacts/merge', 'POST', body)).status).toBe(200)
    expect((await listedOf(admin, kept.id)).emails).toMatchObject([{ subject: 'Boleto' }])
  })

  test('an erasure deletes what was written to that person alone', async () => {
    const { w, ana, admin, contact, email, ticket } = await written({ html: '<p>Segredo dela</p>' })
    const apart = await send(ana, { assunto: 'Só para ela' })
    const shared = await send(ana, { email: 'maria@casa.example, joao@casa.example' })
    w.rows("UPDATE tickets SET status = 'closed' WHERE id = ? RETURNING id", ticket.id)
    expect((await admin.request(`/api/contacts/${contact.id}/personal-data`, { method: 'DELETE' })).status).toBe(200)
    expect(w.rows<{ id: number }>('SELECT id FROM emails').map(({ id }) => id)).toEqual([shared.id])
    expect([email.id, apart.id]).not.toContain(shared.id)
    expect(w.rows('SELECT * FROM email_letters')).toEqual([])
    expect((await details(ana, shared.id)).to.map((one) => one.email)).toContain('')
  })

  test('deleting the contact keeps the e-mail', async () => {
    const { w, admin, contact, email, ticket } = await written()
    w.rows("UPDATE tickets SET status = 'closed' WHERE id = ? RETURNING id", ticket.id)
    expect((await admin.request(`/api/contacts/${contact.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await details(admin, email.id)).toMatchObject({ subject: 'Boleto', contact: null })
  })
})
