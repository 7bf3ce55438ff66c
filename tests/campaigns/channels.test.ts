/** Campaigns over Meta's channels: templates outside of the reply window, and who cannot be written to. */
import { describe, expect, test } from 'bun:test'
import type { DryRun } from '../../src/features/campaigns/contract'
import { receiveUndelivered } from '../../src/tickets/receiving/named'
import { inSuite } from '../support/long'
import { addTemplate, connectionOver, ORDER, writes } from './official'
import { addList, campaignCompany, numberOf, people } from './support'

const HOUR = 3_600_000

async function official() {
  const there = await campaignCompany()
  const { w } = there
  const connectionId = connectionOver(w, 'whatsapp_cloud')
  addTemplate(w, connectionId)
  const withEmail = (count: number) => {
    const listId = addList(w, people(count))
    w.rows("UPDATE contact_list_items SET email = number || '@example.com' WHERE list_id = ? RETURNING id", listId)
    return listId
  }
  const make = (wanted: Parameters<typeof there.make>[0]) =>
    there.make({ whatsappId: connectionId, message1: null, template: ORDER, ...wanted })
  const dryRun = (id: number) => there.asked<DryRun>(`/api/campaigns/${id}/dry-run`)
  return { ...there, make, dryRun, connectionId, withEmail }
}

describe('a campaign over the official number', () => {
  test('needs an approved template with a value for each variable, and asks no question first', async () => {
    const { w, make, act, withEmail } = await official()
    const contactListId = withEmail(1)
    const faultsOf = async (wanted: Parameters<typeof make>[0]) =>
      (await act((await make({ contactListId, ...wanted })).id, 'start')).details
    const fault = (message: string, field = 'template') => [{ field, message }]
    expect(await faultsOf({ template: null, message1: 'Oi' })).toEqual(fault('form.required'))
    expect(await faultsOf({ template: { ...ORDER, name: 'outro' } })).toEqual(fault('form.template.unknown'))
    expect(await faultsOf({ template: { ...ORDER, variables: { body: ['só um'] } } })).toEqual(
      fault('form.template.values'),
    )
    const unknown = await make({ contactListId, template: { ...ORDER, variables: { body: ['{{cpf}}', 'x'] } } })
    expect(unknown.details).toEqual(fault('form.variable.unknown'))
    expect(await faultsOf({ confirmation: true, confirmationMessage1: 'Posso?' })).toEqual(
      fault('form.template.noQuestion', 'confirmation'),
    )
    w.rows("UPDATE message_templates SET status = 'PAUSED' RETURNING id")
    expect(await faultsOf({})).toEqual(fault('form.template.notApproved'))
  })

  test('sends the template, and a text to those who have written in the last 24 hours', async () => {
    const { w, make, act, run, quiet, counters, connectionId, withEmail } = await official()
    writes(w, connectionId, { kind: 'phone', value: numberOf(1) })
    writes(w, connectionId, { kind: 'phone', value: numberOf(2) }, w.clock.now() - 25 * HOUR)
    w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
    const { id } = await make({ contactListId: withEmail(3), message1: 'Oi, {{firstName}}' })
    await act(id, 'start')
    run()
    await quiet()
    const sent = w.telephones.sent.map(({ to, body, extra, isByPerson }) => ({
      to: to.value,
      body,
      template: extra?.template?.name,
      isByPerson,
    }))
    const byTemplate = (n: number) => ({
      to: numberOf(n),
      body: `Olá, Pessoa! Seu pedido está pronto. Recibo: ${numberOf(n)}@example.com.`,
      template: 'pedido_pronto',
      isByPerson: false,
    })
    expect(sent.toSorted((a, b) => (a.to < b.to ? -1 : 1))).toEqual([
      { to: numberOf(1), body: 'Oi, Pessoa', template: undefined, isByPerson: false },
      byTemplate(2),
      byTemplate(3),
    ])
    expect(await counters(id)).toEqual({ total: 3, sent: 3 })
  })

  test('tells beforehand what it costs, and shows the template as each person will read it', async () => {
    const { w, asked, make, dryRun, connectionId, withEmail } = await official()
    w.clock.forward(Date.UTC(2026, 10, 10, 15) - w.clock.now())
    writes(w, connectionId, { kind: 'phone', value: numberOf(1) })
    const { id } = await make({ contactListId: withEmail(10), message1: 'Oi', excludesEngaged: false })
    expect(await dryRun(id)).toMatchObject({
      receive: 10,
      unchecked: 0,
      noAddress: 0,
      windowClosed: 0,
      cost: { count: 10, free: 1, amount: 9 * 381 },
      risk: { level: 'low' },
    })
    const preview = await asked<{ template: unknown }>(`/api/campaigns/${id}/preview?position=2`)
    expect(preview.template).toEqual({
      header: null,
      body: `Olá, Pessoa! Seu pedido está pronto. Recibo: ${numberOf(2)}@example.com.`,
      footer: 'Casa Aurora',
      buttons: [],
    })
  })

  test('fails only for those whose value is missing, and stops when Meta suspends the template', async () => {
    const { w, make, act, run, later, quiet, one, counters, rowsOf, withEmail } = await official()
    const contactListId = withEmail(8)
    w.rows('UPDATE contact_list_items SET email = NULL WHERE number = ? RETURNING id', numberOf(1))
    const { id } = await make({ contactListId })
    await act(id, 'start')
    w.telephones.answerAlways({ outcome: 'notNow' })
    run()
    const failed = await rowsOf(id, '?filter=failed')
    expect(failed.map(({ number, reason }) => [number, reason])).toEqual([[numberOf(1), 'templateValues']])
    w.telephones.answerAlways({ outcome: 'sent' })
    w.rows("UPDATE campaign_deliveries SET state = 'waiting', message_id = NULL WHERE state = 'sending' RETURNING id")
    w.rows('UPDATE campaign_progress SET waiting = 7 RETURNING campaign_id')
    w.rows("UPDATE message_templates SET status = 'PAUSED' RETURNING id")
    later(60_000)
    expect(await one(id)).toMatchObject({ status: 'CANCELADA', reason: 'template' })
    w.rows("UPDATE message_templates SET status = 'APPROVED' RETURNING id")
    await act(id, 'restart')
    later(60_000)
    await quiet()
    expect((await counters(id)).failed).toBe(1)
    expect(await one(id)).toMatchObject({ status: 'FINALIZADA' })
  })

  test('reaches a thousand people, and counts each failure with its reason, also those that Meta reports later', async () => {
    const { w, make, act, run, later, quiet, one, counters, rowsOf, connectionId, withEmail } = await official()
    const count = inSuite(200, 1000)
    const refusals = ['undeliverable', 'notAllowed', 'policy', 'payment'] as const
    w.telephones.answerAlways(({ to }) => {
      const n = Number(to.value.slice(-4)) % 20
      const reason = refusals[n]
      if (reason) return { outcome: 'refused', reason }
      return n === 4 ? { outcome: 'later', after: 1000 } : { outcome: 'sent', externalId: `wamid.${to.value}` }
    })
    const { id } = await make({ contactListId: withEmail(count) })
    await act(id, 'start')
    for (let turn = 0; turn < 2000 && (await counters(id)).waiting !== count / 20; turn++) run()
    w.telephones.answerAlways(({ to }) => ({ outcome: 'sent', externalId: `wamid.${to.value}` }))
    later(5000)
    await quiet()
    const fifth = numberOf(5)
    receiveUndelivered(w.cx, connectionId, [
      { externalId: `wamid.${fifth}`, chat: [{ kind: 'phone', value: fifth }], reason: 'undeliverable' },
    ])
    const failed = (count / 20) * refusals.length
    expect(await counters(id)).toEqual({ total: count, sent: count - failed - 1, failed: failed + 1 })
    expect((await one(id)).status).toBe('FINALIZADA')
    const reasons = new Set((await rowsOf(id, '?filter=failed')).map(({ reason }) => reason))
    expect(reasons).toEqual(new Set(refusals))
    const numbers = w.telephones.sent.filter(({ connectionId: over }) => over === connectionId)
    expect(new Set(numbers.map(({ to }) => to.value)).size).toBe(count)
  })
})

describe.each(['facebook', 'instagram'] as const)('a campaign over %s', (channel) => {
  const kind = channel === 'facebook' ? 'psid' : 'igsid'

  test('reaches those who wrote in the last 24 hours, never with a person’s longer window, and says why others get nothing', async () => {
    const there = await campaignCompany()
    const { w, admin, make, act, run, quiet, rowsOf, counters, asked } = there
    const connectionId = connectionOver(w, channel)
    const now = w.clock.now()
    const maria = writes(w, connectionId, { kind, value: '7001' }, now - HOUR)
    const bruna = writes(w, connectionId, { kind, value: '7002' }, now - 48 * HOUR)
    const carla = w.contact().id
    w.ticket({ contactId: carla })
    const tag = (await admin.api.tags.post({ name: 'Clientes', color: '#127eee', kanban: 0 })).data?.id ?? 0
    w.rows('INSERT INTO ticket_tags SELECT id, ? FROM tickets RETURNING ticket_id', tag)
    const { id } = await make({ whatsappId: connectionId, tagId: tag, message1: 'Oi', excludesEngaged: false })
    expect(await asked<DryRun>(`/api/campaigns/${id}/dry-run`)).toMatchObject({
      receive: 1,
      windowClosed: 1,
      noAddress: 1,
      cost: null,
    })
    await act(id, 'start')
    run()
    await quiet()
    const rows = (await rowsOf(id)).map(({ contactId, state, reason }) => [contactId, state, reason] as const)
    expect(rows.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [maria, 'sent', null],
      [bruna, 'skipped', 'windowClosed'],
      [carla, 'skipped', 'noAddress'],
    ])
    expect(w.telephones.sent.map(({ to, isByPerson, tag }) => [to.value, isByPerson, tag])).toEqual([
      ['7001', false, undefined],
    ])
    expect(await counters(id)).toEqual({ total: 3, sent: 1, skipped: 2 })
  })

  test('checks the window again when it sends', async () => {
    const { w, admin, make, act, later, rowsOf } = await campaignCompany()
    const connectionId = connectionOver(w, channel)
    writes(w, connectionId, { kind, value: '7001' }, w.clock.now() - 23 * HOUR)
    const tag = (await admin.api.tags.post({ name: 'Clientes', color: '#127eee', kanban: 0 })).data?.id ?? 0
    w.rows('INSERT INTO ticket_tags SELECT id, ? FROM tickets RETURNING ticket_id', tag)
    const { id } = await make({ whatsappId: connectionId, tagId: tag, message1: 'Oi', excludesEngaged: false })
    w.telephones.report(w.refOf(connectionId), { status: 'DISCONNECTED' })
    await act(id, 'start')
    later(0)
    w.clock.forward(2 * HOUR)
    w.connect(connectionId)
    later(1000)
    expect((await rowsOf(id)).map(({ state, reason }) => [state, reason])).toEqual([['skipped', 'windowClosed']])
  })
})
