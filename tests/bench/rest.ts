/** Start, memory at rest, and memory with fifty idle connections. */
import { median, rounded } from './figures'
import { founder, openInstallation } from './installation'
import type { Report } from './report'
import { startServer, temporaryFolder } from './server'
import { link } from './testbed'

/** An idle runtime collects everything every half a minute: after a longer rest the garbage of linking is gone. */
export type Rest = { readonly starts: number; readonly idleSeconds: number }

export async function benchRest(report: Report, { starts: wanted, idleSeconds }: Rest) {
  const empty = temporaryFolder()
  const starts: number[] = []
  let rss = 0
  for (let n = 0; n <= wanted; n++) {
    const server = await startServer(empty.path, founder)
    if (n > 0) starts.push(server.firstAnswerMs) // the first start founds the installation
    await Bun.sleep(1500)
    rss = server.rssMb()
    await server.stop()
  }
  empty.remove()
  report.add({ id: 'start', firstAnswerMs: Math.round(median(starts)) })
  report.add({ id: 'memory.idle', rssMb: rss })
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
    oneMb: one,
    fiftyMb: fifty,
    mbPerConnection: perFurther(fifty),
    restedMb: rested,
    restedMbPerConnection: perFurther(rested),
    idleCpuPercent: rounded(cpuPercent, 1),
  })
  await installation.close()
}
