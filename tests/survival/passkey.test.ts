/**
 * The server is killed at each moment of a linking with a passkey: just before and after every commit and every frame
 * to WhatsApp.
 */
import { expect } from 'bun:test'
import { join } from 'node:path'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { codeFor, openUnlinked } from './support/linking'
import { type ServerProcess, startServerProcess } from './support/server-process'
import { COMPANY, openTestbed } from './support/testbed'
import { until } from './support/until'

const PLACES = inSuite(6, 20)
const ROUNDS = inSuite(1, 10)
/** Moments between two kills; together slightly more than the ceremony has. */
const STEP = inSuite(7, 2)
const OTHER = '552130421181'
const preload = join(import.meta.dir, 'support', 'killable.ts')

test(
  'wherever it is killed, the number is linked or at the QR code with a reason, and another session is never lost',
  async () => {
    const testbed = await openTestbed()
    await testbed.run({ do: 'addPhone', phone: OTHER, name: 'Loja Sul', role: 'company' })
    await testbed.run({ do: 'setPasskey', phone: COMPANY, on: true })
    const { dataDir, server: first, client } = await openUnlinked(testbed, { preload })
    let server = first
    const now = (id: number) => client.connection(id)
    const becomes = (id: number, wanted: (connection: ConnectionSummary) => boolean) =>
      until(
        async () => {
          const connection = await now(id)
          return wanted(connection) && connection
        },
        { every: 20, within: 30_000, why: async () => `${JSON.stringify(await now(id))}\n${server.log()}` },
      )
    const devices = async () => (await testbed.state()).phones.find(({ phone }) => phone === COMPANY)?.devices ?? []
    const addConnection = async (name: string) =>
      (await client.demand<ConnectionSummary>('POST', '/whatsapp', { name })).id

    const stays = await addConnection('Fica')
    await testbed.run({ do: 'scan', phone: OTHER, qr: await codeFor({ client, server }, stays) })
    await becomes(stays, ({ status }) => status === 'CONNECTED')
    await testbed.run({ do: 'setHabits', phone: COMPANY, demandsPasskey: true })
    const id = await addConnection('Loja')

    const ends: string[] = []
    for (let round = 0; round < ROUNDS; round++)
      for (let place = 1; place <= PLACES; place++) {
        const qr = await codeFor({ client, server }, id)
        await testbed.attempt({ do: 'scan', phone: COMPANY, qr })
        await becomes(id, ({ passkey }) => passkey?.stage === 'demanded')
        const answer = await testbed.run({ do: 'answerPasskey', phone: COMPANY })
        await killAfter(server, place * STEP - (round % STEP))
        // It may be killed before it responds.
        const sent = { credential: JSON.parse(answer.text ?? '') }
        await client.demand('POST', `/whatsappsession/${id}/passkey`, sent).catch(() => undefined)
        const isOver = async () => !server.isAlive() || (await now(id).catch(() => null))?.status === 'CONNECTED'
        await until(isOver, { every: 20, within: 30_000, why: () => `alive at ${place}\n${server.log()}` })
        await server.kill()

        server = await startServerProcess({ dataDir, testbed, preload })
        client.moveTo(server)
        const { status, reason } = await becomes(
          id,
          (one) => one.status === 'CONNECTED' || (one.status === 'DISCONNECTED' && one.reason !== null),
        )
        ends.push(reason ?? status)
        // A device that the phone has linked is known to the server.
        if ((await devices()).length > 0) expect([place, status]).toEqual([place, 'CONNECTED'])
        await becomes(stays, (one) => one.status === 'CONNECTED')
        for (const { id: device } of await devices()) await testbed.run({ do: 'removeDevice', phone: COMPANY, device })
        await becomes(id, (one) => one.status === 'DISCONNECTED')
      }
    await server.kill()
    console.log(
      Object.entries(Object.groupBy(ends, (end) => end))
        .map(([end, all]) => `${end}: ${all?.length}`)
        .join(', '),
    )
    expect(
      new Set(ends).difference(new Set(['CONNECTED', 'passkeyInterrupted', 'pairingFailed', 'loggedOut'])),
    ).toEqual(new Set())
    expect(ends).toContain('CONNECTED')
    expect(ends).toContain('passkeyInterrupted')
  },
  inSuite(300_000, 3_000_000),
)

async function killAfter(server: ServerProcess, moments: number) {
  const port = /killable at (\d+)/.exec(server.log())?.[1]
  await fetch(`http://127.0.0.1:${port}/${moments}`)
}
