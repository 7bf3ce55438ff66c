import { expect } from 'bun:test'
import type { Command } from '../../src/simulator/contract'
import { test } from '../support/trace'
import { until } from '../support/until'
import { COMPANY, linkedTestbed, MARIA, pn, TIAGO, testbed } from './support/world'

const START = Date.UTC(2026, 10, 21, 12)

/** Without a client everything is deterministic, so the whole output is equal. */
async function aMorning(seed: number) {
  const { simulator } = await testbed({ seed, now: () => START })
  const results = []
  const commands: Command[] = [
    { do: 'createGroup', by: MARIA, subject: 'Família', members: [TIAGO] },
    { do: 'sendPoll', from: MARIA, to: TIAGO, question: 'Almoço?', options: ['sim', 'não'] },
    { do: 'sendMedia', from: TIAGO, to: MARIA, kind: 'image', mimetype: 'image/png', base64: 'AAAA' },
    { do: 'prepareHistory', phone: COMPANY, chats: 4, messages: 3, groups: 1 },
    { do: 'changeNumber', phone: TIAGO, to: '5511900001111' },
  ]
  for (const command of commands) {
    results.push(await simulator.run(command))
  }
  const { url: _, origin: __, hooks: ___, scripts: ____, ...state } = simulator.state()
  return { results, state }
}

test('the same seed and the same commands give the same ids, numbers, names and times', async () => {
  const [one, same, other] = [await aMorning(5), await aMorning(5), await aMorning(6)]
  expect(same).toEqual(one)
  expect(other.results).not.toEqual(one.results)
})

test('actions of a client do not change people’s messages and ids', async () => {
  const outputs = []
  for (const pause of [0, 60]) {
    const { simulator, client, run, maria } = await linkedTestbed({}, { seed: 9 })
    await run({ do: 'crowd', to: COMPANY, customers: 8, messages: 24, seconds: 0.2 })
    await Bun.sleep(pause)
    await client.socket.sendMessage(pn(MARIA), { text: 'aproveite' })
    await maria.gets('aproveite')
    if (pause) await client.socket.onWhatsApp(MARIA, TIAGO)
    await until(() => client.messages().length >= 25, 'all messages')
    const customers = simulator.state().phones.filter(({ role, phone }) => role === 'customer' && phone !== MARIA)
    outputs.push(
      customers.map(({ phone, name, chats }) => [
        phone,
        name,
        chats.flatMap(({ messages }) => messages.map(({ id, kind, text, media }) => [id, kind, text, media?.id])),
      ]),
    )
  }
  expect(outputs[0]).toEqual(outputs[1] ?? [])
})
