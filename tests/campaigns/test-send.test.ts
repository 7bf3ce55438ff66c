/** Test sends obey the rate limit, respect opt-outs, are limited per person and are audited. */
import { expect, test } from 'bun:test'
import type { TestOutcome, TestSent } from '../../src/features/campaigns/contract'
import { LOJA } from '../support/company-world'
import { until } from '../support/until'
import { addList, campaignCompany, numberOf, people } from './support'

const HOUR = 3_600_000
const OWN = '5521996129999'

async function drafted(settings: Parameters<typeof campaignCompany>[0] = {}) {
  const there = await campaignCompany(settings)
  const { id } = await there.make({ contactListId: addList(there.w, people(2)) })
  const send = (number = OWN) => there.asked<TestSent>(`/api/campaigns/${id}/test`, 'POST', { number })
  return { ...there, id, send }
}

test('waits outside the sending hours, and says until when', async () => {
  const { w, send } = await drafted({ sendFrom: '08:00', sendTo: '20:00' })
  w.clock.forward(14 * HOUR) // 23:00 in São Paulo
  expect(await send()).toEqual({
    number: OWN,
    messageId: null,
    wait: { why: 'hours', until: '2026-03-03T11:00:00.000Z' },
  })
  expect(w.telephones.sent).toEqual([])
})

test('waits for a restricted number and for the cap of cold contacts', async () => {
  const { w, send } = await drafted({ coldCap: 1 })
  expect((await send(numberOf(70))).wait).toBeNull()
  expect((await send(numberOf(71))).wait).toMatchObject({ why: 'coldCap' })
  w.telephones.report(w.refOf(LOJA), { status: 'RESTRICTED' })
  w.whatsapp.person(OWN).says('oi')
  expect((await send(numberOf(72))).wait).toMatchObject({ why: 'restricted' })
  await until(() => w.telephones.sent.length === 1)
})

test('keeps the interval between two messages', async () => {
  const { send } = await drafted({ messageInterval: 20 })
  expect((await send()).wait).toBeNull()
  expect((await send()).wait).toMatchObject({ why: 'interval' })
})

test('is refused for opted-out and blocked contacts', async () => {
  const { w, asked, send } = await drafted()
  await asked('/api/opt-outs', 'POST', { number: OWN })
  expect(await send()).toMatchObject({ details: [{ field: 'number', message: expect.stringContaining('pediu') }] })
  const { id } = w.contact({ number: numberOf(60) })
  w.rows('UPDATE contacts SET active = 0 WHERE id = ? RETURNING id', id)
  expect(await send(numberOf(60))).toMatchObject({
    details: [{ field: 'number', message: expect.stringContaining('bloqueado') }],
  })
  expect(w.telephones.sent).toEqual([])
})

test('is limited to ten per person and hour, each in the audit log', async () => {
  const { w, asked, send } = await drafted()
  for (let n = 1; n <= 10; n++) expect((await send(numberOf(100 + n))).wait).toBeNull()
  expect(await send(numberOf(111))).toMatchObject({ error: 'ERR_CAMPAIGN_TESTS' })
  const { entries } = await asked<{ entries: object[] }>('/api/audit-log?kind=campaign')
  const changes = [{ field: 'number', from: null, to: numberOf(110) }]
  expect(entries[0]).toMatchObject({ kind: 'campaign', act: 'test', subjectName: 'Oferta', changes })
  w.clock.forward(HOUR + 1)
  expect((await send(numberOf(111))).wait).toBeNull()
})

test('reports delivery or the failure, and hides other messages', async () => {
  const { w, id, asked, send, quiet } = await drafted()
  const outcome = ({ messageId }: TestSent) => asked<TestOutcome>(`/api/campaigns/${id}/test/${messageId}`)
  const arrived = await send()
  await quiet()
  expect(await outcome(arrived)).toEqual({ state: 'sent', failure: null })
  w.telephones.answerNext({ outcome: 'refused', reason: 'notOnWhatsapp' })
  const lost = await send(numberOf(61))
  await quiet()
  expect((await outcome(lost)).state).toBe('failed')
  w.whatsapp.person(numberOf(62)).says('oi')
  const [theirs] = w.rows<{ id: number }>('SELECT id FROM messages WHERE from_me = 0')
  expect(await asked(`/api/campaigns/${id}/test/${theirs?.id}`)).toMatchObject({ error: 'ERR_NO_MESSAGE_FOUND' })
})

test('reads like its preview, with variables from the list or else from the contact', async () => {
  const { w, make, act, run, quiet, sentMessages, asked } = await campaignCompany()
  w.contact({ number: numberOf(1), name: 'Maria do Cadastro' })
  w.rows("UPDATE contacts SET email = 'cadastro@example.org' WHERE number = ? RETURNING id", numberOf(1))
  w.contact({ number: numberOf(2), name: 'Rui do Cadastro' })
  w.rows("UPDATE contacts SET email = 'rui@example.org' WHERE number = ? RETURNING id", numberOf(2))
  const contactListId = addList(w, [
    { name: 'Mariana Lista', number: numberOf(1) },
    { name: '', number: numberOf(2) },
  ])
  w.rows("UPDATE contact_list_items SET email = 'lista@example.org' WHERE number = ? RETURNING id", numberOf(1))
  const { id } = await make({ contactListId, message1: '{{ms}}, {{name}} ({{firstName}}) {{email}} {{number}}' })
  const preview = async (position: number) =>
    (await asked<{ messages: string[] }>(`/api/campaigns/${id}/preview?position=${position}`)).messages[0] ?? ''
  const previews = [await preview(1), await preview(2)]
  await act(id, 'start')
  run()
  await quiet()
  const bodies = new Map(sentMessages().map(({ to, body }) => [to, body]))
  expect([bodies.get(numberOf(1)), bodies.get(numberOf(2))]).toEqual(previews)
  expect(previews[0]).toContain('Mariana Lista (Mariana) lista@example.org')
  expect(previews[1]).toContain('Rui do Cadastro (Rui) rui@example.org')
})
