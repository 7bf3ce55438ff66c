/** An installation whose phone delivers its history. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { addQueue } from '../../support/add-queue'
import { afterThisTest } from './cleanups'
import { type Client, openClient } from './client'
import { startServerProcess } from './server-process'
import type { Testbed } from './testbed'
import { until } from './until'

export async function openUnlinked(
  testbed: Testbed,
  { preload, place = tmpdir() }: { preload?: string; place?: string } = {},
) {
  const dataDir = mkdtempSync(join(place, 'history-'))
  afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
  const server = await startServerProcess({ dataDir, testbed, ...(preload ? { preload } : {}) })
  const client = openClient()
  client.moveTo(server)
  await client.signIn()
  return { dataDir, server, client }
}

type Installation = Awaited<ReturnType<typeof openUnlinked>>

/** Creates a connection that imports everything, and returns its QR code. */
export async function importEverything({ client, server, dataDir }: Installation) {
  const { id } = await client.demand<ConnectionSummary>('POST', '/whatsapp', { name: 'Loja' })
  await client.demand('PUT', `/whatsapp/${id}`, {
    importOldMessagesEnable: true,
    importDateStartMessages: new Date(Date.now() - 13 * 86_400_000).toISOString(),
    queueIdImportMessages: addQueue(dataDir),
  })
  return { id, qr: await codeFor({ client, server }, id) }
}

/** The QR code that waits for the phone. */
export async function codeFor(
  { client, server }: Pick<Installation, 'client' | 'server'>,
  id: number,
): Promise<string> {
  await client.demand('POST', `/whatsappsession/${id}`, {})
  return until(async () => (await client.connection(id)).qrcode, { why: server.log })
}

export const progressOf = async (client: Client, id: number) => (await client.connection(id)).statusImportMessages
