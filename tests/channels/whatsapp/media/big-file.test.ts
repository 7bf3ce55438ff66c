/**
 * A large document (in the long lane the largest possible) passes both ways through the server without being held in
 * memory.
 */
import { afterEach, expect } from 'bun:test'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Message, MessagePage } from '../../../../src/tickets/messages/contract'
import { DOCUMENT_LIMIT } from '../../../../src/tickets/messages/contract'
import { inSuite } from '../../../support/long'
import { test } from '../../../support/trace'
import { runCleanups } from '../../../survival/support/cleanups'
import { converse, openInstallation } from '../../../survival/support/installation'
import { COMPANY, numberOf } from '../../../survival/support/testbed'
import { until } from '../../../survival/support/until'

afterEach(runCleanups)

const MIB = 1024 * 1024
/** Larger than the permitted growth of the server. */
const LARGE = inSuite(48 * MIB, DOCUMENT_LIMIT)
const SMALL = inSuite(4, 16) * MIB
const MOST_GROWTH = 40_000_000
const TIMEOUT_MS = 120_000
const MARIA = numberOf(0)

/** All blocks differ, so that a missing one is noticed. */
function document(size: number, seed: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at += 4096) bytes.writeUInt32LE((at * 2_654_435_761 + seed) >>> 0, at)
  return bytes
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A value of /proc for a process, in bytes. */
const memory = (pid: number, field: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
/** Resets the peak. */
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

async function openSession() {
  const installation = await openInstallation({ logLevel: 'info' })
  const { testbed, client, server } = installation
  const [{ ticketId } = { ticketId: 0 }] = await converse(testbed, client, 1)
  const messages = async () => (await client.demand<MessagePage>('GET', `/messages/${ticketId}?pageNumber=1`)).messages
  const found = (wanted: (message: Message) => boolean, why: string) =>
    until(async () => (await messages()).find(wanted), {
      within: TIMEOUT_MS,
      every: 200,
      why: async () => `${why}: ${JSON.stringify(await messages())}`,
    })

  return {
    ...installation,
    /** A customer sends it, and the server stores it complete. */
    async comesIn(bytes: Buffer, name: string) {
      const put = await fetch(`${new URL(testbed.url.replace('ws', 'http')).origin}/control/media`, {
        method: 'POST',
        body: new Uint8Array(bytes),
      })
      const { id: mediaId } = (await put.json()) as { id: string } // the simulator's contract
      const document = { kind: 'document', mimetype: 'application/zip', mediaId, name } as const
      await testbed.run({ do: 'sendMedia', from: MARIA, to: COMPANY, ...document })
      const { id } = await found(({ media }) => media?.name === name && media.state === 'ready', `${name} did not come`)
      const file = await fetch(`${server.origin}/api/media/${id}`, {
        headers: { authorization: `Bearer ${client.token()}` },
      })
      expect(hashOf(new Uint8Array(await file.arrayBuffer()))).toBe(hashOf(bytes))
    },
    /** An attendant attaches it, and the customer's phone receives it complete. */
    async goesOut(bytes: Buffer, name: string) {
      const form = new FormData()
      form.append('medias', new File([new Uint8Array(bytes)], name))
      const answer = await fetch(`${server.origin}/api/messages/${ticketId}`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${client.token()}` },
      })
      expect(answer.status).toBe(200)
      await found(({ media, ack }) => media?.name === name && ack >= 2, `${name} did not leave`)
      const shown = await until(
        async () => {
          const chats = (await testbed.state()).phones.find(({ phone }) => phone === MARIA)?.chats ?? []
          return chats.flatMap((chat) => chat.messages).find(({ media }) => media?.name === name)?.media
        },
        { within: TIMEOUT_MS, every: 200 },
      )
      expect(hashOf((await testbed.media(shown.id)) ?? Buffer.alloc(0))).toBe(hashOf(bytes))
    },
  }
}

test(
  `a document of ${LARGE / MIB} MiB in and out grows the server by no more than 40 MB`,
  async () => {
    const { server, comesIn, goesOut } = await openSession()
    for (const lap of [1, 2, 3]) {
      await comesIn(document(SMALL, lap), `pequeno-entra-${lap}.zip`)
      await goesOut(document(SMALL, 10 + lap), `pequeno-sai-${lap}.zip`)
    }
    const before = memory(server.pid, 'VmRSS')
    /** Peak above the memory at the start of the transfer. */
    const grown = async (step: () => Promise<void>) => {
      const held = memory(server.pid, 'VmRSS')
      forgetPeak(server.pid)
      await step()
      return memory(server.pid, 'VmHWM') - held
    }
    const growth = {
      in: await grown(() => comesIn(document(LARGE, 3), 'grande-entra.zip')),
      out: await grown(() => goesOut(document(LARGE, 4), 'grande-sai.zip')),
      /** Growth after both transfers. */
      kept: memory(server.pid, 'VmRSS') - before,
    }
    console.info(
      `grown by at most ${JSON.stringify(growth, (_, bytes) => (typeof bytes === 'number' ? `${(bytes / MIB).toFixed(1)} MiB` : bytes))}, from ${(before / MIB).toFixed(0)} MiB`,
    )
    expect(Math.max(growth.in, growth.out, growth.kept)).toBeLessThan(MOST_GROWTH)
  },
  2 * TIMEOUT_MS,
)
