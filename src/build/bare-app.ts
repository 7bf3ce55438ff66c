/** The app with an empty data folder, to inspect its routes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../app'
import { createWhatsapp } from '../channels/whatsapp/whatsapp'
import { noScreens } from '../platform/assets'
import { createLog } from '../platform/log'
import { createVisitor } from '../platform/visitor'
import { openServer } from '../server/server'

export async function withBareApp<T>(read: (app: App) => T | Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-routes-'))
  const server = openServer({
    dataDir,
    log: createLog('silent'),
    createChannel: (parts) =>
      createWhatsapp({ ...parts, url: null, rootKey: null, now: Date.now, random: Math.random }),
  })
  try {
    const visitor = createVisitor({ trustProxy: [], publicUrl: null })
    return await read(createApp(server, { visitor, screens: noScreens, metricsToken: null, simulator: null }))
  } finally {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
