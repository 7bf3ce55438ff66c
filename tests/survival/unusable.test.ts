/**
 * What the product cannot use makes no number deaf: one stanza of each kind arrives before customers' messages, while
 * the server runs, while it is off, and before it is killed.
 */
import { expect } from 'bun:test'
import { UNUSABLE, unusable } from '../channels/whatsapp/rubbish/unusable'
import { test } from '../support/trace'
import { converse, openInstallation } from './support/installation'
import { readLedger } from './support/ledger'
import { startServerProcess } from './support/server-process'
import { COMPANY, numberOf } from './support/testbed'
import { until } from './support/until'

const CUSTOMER = numberOf(0)
const WITHIN_MS = 10_000
const TEXTS = ['um', 'dois', 'três']

test('texts behind unusable stanzas arrive within seconds: live, after an absence and after a kill', async () => {
  const { testbed, client, server, dataDir } = await openInstallation()
  await converse(testbed, client, 1)
  const { lid } = (await testbed.state()).phones.find(({ phone }) => phone === CUSTOMER) ?? { lid: '' }
  const whose = { t: Math.floor(Date.now() / 1000), customer: CUSTOMER, lid, company: COMPANY }
  const send = async (kind: string, when: string) => {
    const stanza = unusable(kind, { ...whose, id: `${when}${UNUSABLE.indexOf(kind)}` })
    await testbed.run({ do: 'sendStanza', phone: COMPANY, stanza })
    for (const text of TEXTS) await say(`${text} ${when} ${kind}`)
  }
  const say = (text: string) => testbed.run({ do: 'say', from: CUSTOMER, to: COMPANY, text })
  const arrived = (text: string) =>
    until(() => readLedger(dataDir).rows.some(({ body }) => body === text), {
      within: WITHIN_MS,
      every: 50,
      why: async () => `"${text}" did not arrive\n${(await testbed.trace()).split('\n').slice(-60).join('\n')}`,
    })
  const last = UNUSABLE.at(-1) ?? ''

  for (const kind of UNUSABLE) await send(kind, 'LIVE')
  await arrived(`três LIVE ${last}`)
  await testbed.settled(WITHIN_MS)

  expect(await server.stop()).toBe(0)
  for (const kind of UNUSABLE) await send(kind, 'OFF')
  const again = await startServerProcess({ dataDir, testbed })
  await arrived(`três OFF ${last}`)

  for (const kind of UNUSABLE) await send(kind, 'KILLED')
  await again.kill()
  await startServerProcess({ dataDir, testbed })
  await arrived(`três KILLED ${last}`)
  await testbed.settled(WITHIN_MS)

  const bodies = readLedger(dataDir).rows.map(({ body }) => body)
  const all = ['LIVE', 'OFF', 'KILLED'].flatMap((when) =>
    UNUSABLE.flatMap((kind) => TEXTS.map((text) => `${text} ${when} ${kind}`)),
  )
  expect(bodies.filter((body) => all.includes(body))).toEqual(all)
}, 180_000)
