/** What a phone sees of a company waits for the company's commits: real server, real sessions, simulated WhatsApp. */
import { expect, test } from 'bun:test'
import { talking } from '../channels/whatsapp/installation'
import { holdGate } from '../support/held-gate'
import { quiet, until } from '../support/until'
import { COMPANY } from '../tickets/backfill/support'

/** A linked company and Maria, who has written, with a gate; and the stanzas that the company's session has sent since. */
async function testbed() {
  const taken = holdGate()
  const all = await talking({ gate: taken.gate })
  const { simulator, installation } = all
  const stanzas: string[] = []
  simulator.intercept((_, { tag, attrs }) => {
    stanzas.push(`${tag} ${attrs.class ?? attrs.type ?? ''}`)
    return undefined
  })
  const { held } = taken
  await until(() => installation.rows('SELECT 1 FROM outbox').length === 0)
  await quiet(50)
  stanzas.length = 0
  return { ...all, held, stanzas, uuid: installation.ref.tenantUuid }
}

test('a message is stored at once, and acknowledged to WhatsApp when the log has it', async () => {
  const { held, maria, bodies, stanzas, uuid } = await testbed()
  held.hold()
  await maria.say(COMPANY, 'chegou?')
  await until(() => bodies().includes('chegou?'), 'the message')
  await until(() => held.listWaiting().includes(uuid), 'something to wait')
  await quiet(50)
  expect(stanzas).toEqual([])
  await held.follow(until(() => stanzas.some((one) => one.startsWith('receipt')), 'the receipt'))
  held.open()
})

test('messages to a phone leave in order when the log has them', async () => {
  const { held, maria, say, stanzas } = await testbed()
  held.hold()
  const sent = ['um', 'dois', 'três'].map(say)
  await until(() => held.listWaiting().length > 0, 'something to wait')
  await quiet(50)
  expect(stanzas).toEqual([])
  await held.follow(Promise.all(['um', 'dois', 'três'].map((text) => maria.gets(text))))
  await held.follow(until(() => sent.every((message) => (message()?.ack ?? 0) >= 2), 'the receipts'))
  held.open()
})

test('what is lost reaches no phone, and the session ends', async () => {
  const { held, say, stanzas, uuid, installation } = await testbed()
  held.hold()
  say('ninguém lê')
  await until(() => held.listWaiting().length > 0, 'something to wait')
  held.lose(uuid)
  await until(() => installation.status() !== 'CONNECTED', 'the end of the session')
  await quiet(50)
  expect(stanzas).toEqual([])
  held.open()
})
