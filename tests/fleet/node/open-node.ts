/** A node with the real app and a messenger double. It needs no test runner. */
import pino from 'pino'
import { createApp } from '../../../src/app'
import type { FleetSettings } from '../../../src/fleet/settings'
import { modules } from '../../../src/modules'
import { noScreens } from '../../../src/platform/assets'
import { createVisitor } from '../../../src/platform/visitor'
import { type FleetNode, openFleetNode } from '../../../src/server/fleet/node'
import { openServer, type Server } from '../../../src/server/server'
import { parsing } from '../../support/parsing'
import { createTelephones, type Telephones } from '../../support/telephones'
import { afterThisTest } from '../../survival/support/cleanups'

const now = () => Date.now()

export type LogLine = { readonly level: number; readonly msg: string; readonly err?: { readonly message: string } }

export type TestNode = {
  readonly node: FleetNode
  readonly server: Server
  readonly telephones: Telephones
  readonly dataDir: string
  readonly logged: readonly LogLine[]
  request(path: string, init?: RequestInit): Promise<Response>
  stop(): Promise<void>
}

export async function openNode(settings: FleetSettings, dataDir: string): Promise<TestNode> {
  const logged: LogLine[] = []
  const level = process.env.SHOW_LOG ? 'trace' : 'info'
  const log = pino(
    { level },
    {
      write(line: string) {
        if (process.env.SHOW_LOG) console.error(settings.node, line.trim())
        logged.push(JSON.parse(line) as LogLine)
      },
    },
  )
  const node = await openFleetNode({ settings, dataDir, log, clock: now })
  let telephones: Telephones | undefined
  const server = openServer({
    dataDir,
    log,
    clock: now,
    parsing,
    pictureGap: 0,
    modules,
    fleet: node.parts,
    createChannel(parts) {
      telephones = createTelephones(parts.listener, now)
      return telephones.channel
    },
  })
  node.attach(server)
  const app = createApp(server, {
    visitor: createVisitor({ trustProxy: [], ownUrl: () => null, publicUrl: null }),
    metricsToken: null,
    screens: noScreens,
    describeApi: async () => Bun.gzipSync('{}'),
    simulator: null,
  })
  if (!telephones) throw new Error('the server opened without a channel')
  let isOpen = true
  const stop = async () => {
    if (!isOpen) return
    isOpen = false
    server.stopWaking()
    await node.handOver()
    await server.close()
    await node.close()
  }
  afterThisTest(stop)
  return {
    node,
    server,
    telephones,
    dataDir,
    logged,
    request: (path, init) => app.handle(new Request(`http://localhost${path}`, init)),
    stop,
  }
}
