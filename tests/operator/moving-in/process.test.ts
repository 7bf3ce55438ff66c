/** The move is a process of its own: it outlives a server that is killed, and the next one shows and stops it. */
import { expect, test } from 'bun:test'
import { MovesIn } from '../../../src/operator/moving-in/runner'
import { openDatabases } from '../../../src/platform/databases'
import { createLog } from '../../../src/platform/log'
import { installation } from '../../cli/support'
import { writeDump } from '../../moving-in/run/dumps'
import { program } from '../../support/program'
import { until } from '../../survival/support/until'
import { EVERYTHING, folder, NO_SOURCE } from './support'

async function openPages() {
  const dataDir = await installation()
  const databases = openDatabases(dataDir, createLog('silent'))
  const servers: MovesIn[] = []
  return {
    databases,
    /** As a server makes it when it starts. */
    open() {
      const made = new MovesIn({
        dataDir,
        control: databases.control,
        program,
        movers: [],
        extensions: { listenersTo: () => undefined, membersOf: () => [] },
        clock: Date.now,
        log: createLog('silent'),
        typeOf: async () => 'application/octet-stream',
        arrived: async () => {},
        progressed() {},
        changed() {},
      })
      servers.push(made)
      return made
    },
    async close() {
      for (const server of servers) await server.stop()
      databases.close()
    },
  }
}
const ended = (page: MovesIn) => until(() => page.show().run?.state !== 'running')

test('a killed server’s run goes on; the next server stops it, goes on with it, and takes over what it did', async () => {
  const { open, close, databases } = await openPages()
  try {
    const { dump, media } = writeDump(folder())
    const first = open()
    await first.choose({ ...NO_SOURCE, dump, media })
    first.startDryRun()
    await ended(first)
    first.start({ ...EVERYTHING, leftOut: ['1'] })
    await until(() => first.show().run?.company !== null)

    const second = open()
    expect(second.show().run).toMatchObject({ state: 'running', isDryRun: false, canContinue: false })
    second.halt()
    await ended(second)
    if (second.show().run?.state === 'stopped') {
      second.resume()
      await ended(second)
    }
    await until(() => second.show().result !== null)
    expect(second.show().run?.state).toBe('done')
    const names = databases.writableControl().$client.prepare('SELECT name FROM companies ORDER BY id').pluck().all()
    expect(names.slice(1)).toEqual(['Padaria do Zé & Filhos', 'Clínica Bloqueada'])
  } finally {
    await close()
  }
})

test('what the command refuses before it begins is shown in its words', async () => {
  const { open, close } = await openPages()
  try {
    const page = open()
    const { dump } = writeDump(folder())
    await page.choose({ ...NO_SOURCE, dump, name: 'Uma só' })
    page.startDryRun()
    await ended(page)
    expect(page.show().run).toMatchObject({ state: 'failed', refusal: { code: 'nameOfSeveral' } })
  } finally {
    await close()
  }
})
