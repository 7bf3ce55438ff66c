/** Campaigns over Meta's channels: templates outside of the reply window, and who cannot be written to. */
import { describe, expect, test } from 'bun:test'
import type { CampaignReport, DryRun } from '../../src/features/campaigns/contract'
import { storeCharge } from '../../src/features/message-costs/costs'
import { receiveUndelivered } from '../../src/tickets/receiving/named'
import { describeOutgoing } from '../../src/tickets/sending/send'
import { inSuite } from '../support/long'
import { PNG } from '../support/pixel'
import type { WorldOptions } from '../support/world'
import { addPhotoTemplate, addTemplate, connectionOver, ORDER, PHOTO, postedOver, settleAll, writes } from './official'
import { addList, campaignCompany, numberOf, people } from './support'

const HOUR = 3_600_000

const NOVEMBER = Date.UTC(2026, 10, 10, 15)

async function official(options: WorldOptions = {}) {
  const there = await campaignCompany({}, options)
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
    const fault = (hint: string, field = 'template') => [expect.objectContaining({ field, hint })]
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
    const { w, make, act, run, counters, connectionId, withEmail } = await official()
    writes(w, connectionId, { kind: 'phone', value: numberOf(1) })
    writes(w, connectionId, { kind: 'phone', value: numberOf(2) }, w.clock.now() - 25 * HOUR)
    w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
    const { id } = await make({ contactListId: withEmail(3), message1: 'Oi, {{firstName}}' })
    await act(id, 'start')
    run()
    const byTemplate = (n: number) => ({
      to: numberOf(n),
      body: `Olá, Pessoa! Seu pedido está pronto. Recibo: ${numberOf(n)}@example.com.`,
      template: 'pedido_pronto',
    })
    expect(postedOver(w, connectionId).map(({ id: _, ...sent }) => sent)).toEqual([
      { to: numberOf(1), body: 'Oi, Pessoa', template: null },
      byTemplate(2),
      byTemplate(3),
    ])
    settleAll(w, connectionId, () => ({ failure: null }))
    expect(await counters(id)).toEqual({ total: 3, sent: 3 })
  })

  test('puts its file above the text of a template that wants one', async () => {
    const { w, admin, make, act, run, connectionId, withEmail } = await official()
    addPhotoTemplate(w, connectionId)
    const { id } = await make({ contactListId: withEmail(1), template: PHOTO })
    expect((await act(id, 'start')).details).toMatchObject([{ field: 'template', hint: 'form.template.values' }])
    const form = new FormData()
    form.set('file', new File([PNG], 'foto.png'))
    await admin.request(`/api/campaigns/${id}/media-upload`, { method: 'POST', body: form })
    await act(id, 'start')
    run()
    expect(
      w.rows("SELECT kind, body, media ->> '$.name' AS file FROM messages WHERE connection_id = ?", connectionId),
    ).toEqual([{ kind: 'image', body: 'Seu pedido está pronto.', file: 'foto.png' }])
  })

  test('tells beforehand what it costs, and shows the template as each person will read it', async () => {
    const { w, asked, make, dryRun, connectionId, withEmail } = await official({ startsAt: NOVEMBER })
    writes(w, connectionId, { kind: 'phone', value: numberOf(1) })
    const { id } = await make({ contactListId: withEmail(10), message1: 'Oi', excludesEngaged: false })
    expect(await dryRun(id)).toMatchObject({
      receive: 10,
      unchecked: 0,
      noAddress: 0,
      windowClosed: 0,
      cost: { count: 10, free: 1, amount: 9 * 350 },
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

  test('reports what its messages cost, as the messenger says it', async () => {
    const { w, make, act, run, asked, connectionId, withEmail } = await official()
    const { id } = await make({ contactListId: withEmail(2) })
    expect((await asked<CampaignReport>(`/api/campaigns/${id}/report`)).cost).toBeNull()
    await act(id, 'start')
    run()
    const charge = (messageId: number, category: string) =>
      storeCharge(w.cx, {
        connectionId,
        messageId,
        externalId: '',
        chat: [],
        isBillable: true,
        category,
        type: 'regular',
        at: NOVEMBER,
      })
    for (const { id: messageId } of postedOver(w, connectionId)) charge(messageId, 'marketing')
    charge(postedOver(w, connectionId)[0]?.id ?? 0, 'utility')
    expect((await asked<CampaignReport>(`/api/campaigns/${id}/report`)).cost).toEqual({
      billed: 2,
      free: 0,
      amount: 3881,
    })
  })

  test('fails only for those whose value is missing, and stops when Meta suspends the template', async () => {
    const { w, make, act, run, later, one, counters, rowsOf, connectionId, withEmail } = await official()
    const contactListId = withEmail(40)
    w.rows('UPDATE contact_list_items SET email = NULL WHERE number = ? RETURNING id', numberOf(1))
    const { id } = await make({ contactListId })
    await act(id, 'start')
    run()
    for (let turn = 0; turn < 20 && (await rowsOf(id, '?filter=failed')).length === 0; turn++) {
      settleAll(w, connectionId, () => ({ failure: null }))
      run()
    }
    const failed = await rowsOf(id, '?filter=failed')
    expect(failed.map(({ number, reason }) => [number, reason])).toEqual([[numberOf(1), 'templateValues']])
    w.rows(
      "UPDATE campaign_deliveries SET state = 'waiting', message_id = NULL WHERE number = ? RETURNING id",
      numberOf(2),
    )
    w.rows('UPDATE campaign_progress SET waiting = waiting + 1 RETURNING campaign_id')
    w.rows("UPDATE message_templates SET status = 'PAUSED' RETURNING id")
    later(60_000)
    expect(await one(id)).toMatchObject({ status: 'CANCELADA', reason: 'template' })
    w.rows("UPDATE message_templates SET status = 'APPROVED' RETURNING id")
    await act(id, 'restart')
    later(60_000)
    while (settleAll(w, connectionId, () => ({ failure: null })) > 0) run()
    expect((await counters(id)).failed).toBe(1)
  })

  test('reaches a thousand people, and counts each failure with its reason, also those that Meta reports later', async () => {
    const { w, make, act, run, one, counters, rowsOf, connectionId, withEmail } = await official()
    const count = inSuite(200, 1000)
    const refusals = ['undeliverable', 'notAllowed', 'policy', 'payment'] as const
    const outcomeOf = (to: string) => {
      const failure = refusals[Number(to.slice(-4)) % 20] ?? null
      return { failure, ...(failure === null && { externalId: `wamid.${to}` }) }
    }
    const { id } = await make({ contactListId: withEmail(count) })
    await act(id, 'start')
    run()
    while (settleAll(w, connectionId, outcomeOf) > 0) run()
    const late = [5, 6].map(numberOf)
    receiveUndelivered(
      w.cx,
      connectionId,
      late.map((to) => ({ externalId: `wamid.${to}`, chat: [{ kind: 'phone', value: to }], reason: 'undeliverable' })),
    )
    const failed = (count / 20) * refusals.length + late.length
    expect(await counters(id)).toEqual({ total: count, sent: count - failed, failed })
    expect((await one(id)).status).toBe('FINALIZADA')
    const reasons = new Set((await rowsOf(id, '?filter=failed')).map(({ reason }) => reason))
    expect(reasons).toEqual(new Set(refusals))
    const posted = postedOver(w, connectionId)
    expect([posted.length, new Set(posted.map(({ to }) => to)).size]).toEqual([count, count])
  })
})

describe.each(['facebook', 'instagram'] as const)('a campaign over %s', (channel) => {
  const kind = channel === 'facebook' ? 'psid' : 'igsid'

  test('reaches those who wrote in the last 24 hours, never with a person’s longer window, and says why others get nothing', async () => {
    const there = await campaignCompany()
    const { w, admin, make, act, run, rowsOf, counters, asked } = there
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
    const [posted] = postedOver(w, connectionId)
    expect(describeOutgoing(w.cx, { messageId: posted?.id ?? 0 }, () => undefined)).toMatchObject({
      to: { kind, value: '7001' },
      isByPerson: false,
    })
    expect(settleAll(w, connectionId, () => ({ failure: null }))).toBe(1)
    const rows = (await rowsOf(id)).map(({ contactId, state, reason }) => [contactId, state, reason] as const)
    expect(rows.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [maria, 'sent', null],
      [bruna, 'skipped', 'windowClosed'],
      [carla, 'skipped', 'noAddress'],
    ])
    expect(await counters(id)).toEqual({ total: 3, sent: 1, skipped: 2 })
  })

  test('leaves out those whose latest conversation was on another channel', async () => {
    const { w, admin, make, asked } = await campaignCompany()
    const connectionId = connectionOver(w, channel)
    writes(w, connectionId, { kind, value: '7001' })
    w.ticket({ contactId: w.contact().id })
    const tag = (await admin.api.tags.post({ name: 'Clientes', color: '#127eee', kanban: 0 })).data?.id ?? 0
    w.rows('INSERT INTO ticket_tags SELECT id, ? FROM tickets RETURNING ticket_id', tag)
    const { id } = await make({ whatsappId: connectionId, tagId: tag, message1: 'Oi', excludesEngaged: false, channel })
    expect(await asked<DryRun>(`/api/campaigns/${id}/dry-run`)).toMatchObject({
      receive: 1,
      otherChannel: 1,
      noAddress: 0,
    })
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
