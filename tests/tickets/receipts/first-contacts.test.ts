/** WhatsApp's refusal for want of a token: of a first contact it concerns the account, otherwise one message. */
import { expect, test } from 'bun:test'
import { sessionUpdated } from '../../../src/channels/connections/contract'
import { sendUnattended } from '../../../src/tickets/sending/send-unattended'
import { LOJA } from '../../support/company-world'
import { until } from '../../support/until'
import { world } from '../../support/world'
import { bodyOf, talking } from '../messages/support'

const REFUSED = { outcome: 'refused', reason: 'restricted' } as const

type World = ReturnType<typeof world>

const failureOf = (w: World, id: number) =>
  w.rows<{ failure: string | null }>('SELECT failure FROM messages WHERE id = ?', id)[0]?.failure
const reported = (w: World) => w.telephones.calls.filter(({ what }) => what === 'firstContact')

function sendTo(w: World, contactId: number): number {
  return w.cx.transaction((cx) =>
    sendUnattended(cx, { contactId, connectionId: LOJA, queueId: null, kind: 'chat', body: 'Oi', media: null }),
  ).id
}

test('a refused first contact restricts the account, and the next accepted one ends that', async () => {
  const w = world()
  w.telephones.answerAlways(REFUSED)
  const id = sendTo(w, w.contact({ number: '5511988880001' }).id)
  await until(() => failureOf(w, id) === 'restricted', 'the failure')
  await until(() => reported(w).length === 1, 'the report')
  expect(reported(w)).toEqual([{ what: 'firstContact', connectionId: LOJA, detail: true }])

  const ends = w.cx.now() + 1
  w.telephones.report(w.refOf(LOJA), { status: 'RESTRICTED', reason: 'firstContactsRefused', until: ends })
  w.telephones.answerAlways({ outcome: 'sent' })
  sendTo(w, w.contact({ number: '5511988880002' }).id)
  await until(() => reported(w).length === 2, 'the second report')
  expect(reported(w)[1]?.detail).toBe(false)
})

test('a refused message of an existing chat fails alone, and the connection says so', async () => {
  const { w, ana, say } = await talking()
  const admin = w.admin()
  w.telephones.answerAlways(REFUSED)
  const { id } = await bodyOf(await say('olá'))
  await until(() => failureOf(w, id) === 'refusedHere', 'the failure')
  const health = (await admin.api.whatsapp({ id: LOJA }).health.get()).data
  expect(health).toMatchObject({ status: 'CONNECTED', lastError: { reason: 'messageRefused' } })
  expect(ana.heard(sessionUpdated).length).toBeGreaterThan(0)
  expect(reported(w)).toEqual([])
})
