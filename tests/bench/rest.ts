/** Start time, idle memory, and memory with fifty idle connections. */
import type { Client } from './client'
import { openInstallation } from './installation'
import type { Report } from './report'
import { firstAdmin } from './seed'
import { startServer, temporaryFolder } from './server'
import { median, rounded } from './statistics'
import { link } from './testbed'

/** An idle runtime collects garbage every 30 s, so a longer idle time excludes the garbage of linking. */
export type Rest = { readonly starts: number; readonly idleSeconds: number }

export async function benchRest(report: Report, { starts: wanted, idleSeconds }: Rest) {
  const empty = temporaryFolder()
  const starts: Awaited<ReturnType<typeof restRound>>[] = []
  await restRound(empty.path) // creates the installation
  for (let n = 0; n < wanted; n++) starts.push(await restRound(empty.path))
  empty.remove()
  report.add({
    id: 'start',
    counted: starts.length,
    expected: wanted,
    firstAnswerMs: Math.round(median(starts.map(({ firstAnswerMs }) => firstAnswerMs))),
  })
  const rssMb = starts.at(-1)?.rssMb ?? 0
  report.add({ id: 'memory.idle', counted: rssMb, expected: 1, rssMb })
  const installation = await openInstallation(1)
  await Bun.sleep(3000)
  const one = installation.server.rssMb()
  for (let n = 1; n < 50; n++) await link(installation.client, installation.testbed, n)
  await Bun.sleep(5000)
  const fifty = installation.server.rssMb()
  const cpu = installation.server.cpuSeconds()
  await Bun.sleep(idleSeconds * 1000)
  const cpuPercent = ((installation.server.cpuSeconds() - cpu) / idleSeconds) * 100
  const rested = installation.server.rssMb()
  const perFurther = (mb: number) => rounded((mb - one) / 49, 2)
  report.add({
    id: 'memory.fifty',
    counted: await connected(installation.client),
    expected: 50,
    oneMb: one,
    fiftyMb: fifty,
    mbPerConnection: perFurther(fifty),
    restedMb: rested,
    restedMbPerConnection: perFurther(rested),
    idleCpuPercent: rounded(cpuPercent, 1),
  })
  await installation.close()
}

const connected = async (client: Client): Promise<number> =>
  (await client.call<{ status: string }[]>('GET', '/whatsapp')).filter(({ status }) => status === 'CONNECTED').length

/** One start, and the process's memory a moment later. */
export async function restRound(dataDir: string, executable?: string) {
  const server = await startServer(dataDir, { env: firstAdmin, executable })
  await Bun.sleep(1500)
  const rssMb = server.rssMb()
  await server.stop()
  return { firstAnswerMs: server.firstAnswerMs, rssMb, counted: rssMb, expected: 1 }
}
