/** Messages come in through the real protocol, over one and twenty connections of one company. */
import { median } from './figures'
import { measureHello } from './hello'
import { openInstallation } from './installation'
import type { Report } from './report'
import { reportStalls } from './stalls'
import { companyNumber } from './testbed'

/** From the moment the simulator lets go to the last commit, everything encrypted beforehand. */
export async function benchIngest(report: Report, { rounds, messages }: { rounds: number; messages: number }) {
  for (const [id, connections] of [
    ['ingest.one', 1],
    ['ingest.twenty', 20],
  ] as const) {
    const installation = await openInstallation(connections)
    const helloRps = await measureHello(installation.server.port)
    const rates: number[] = []
    const atFirst = installation.stored()
    let sent = 0
    for (let round = 0; round < rounds + 1; round++) {
      for (let n = 0; n < connections; n++)
        await installation.testbed.run({
          do: 'prepareLoad',
          phone: companyNumber(n),
          customers: Math.ceil(200 / connections),
          messages: Math.ceil(messages / connections),
          textLength: 80,
        })
      const before = installation.stored()
      const cpuBefore = installation.server.cpuSeconds()
      const start = performance.now()
      const released = installation.testbed.run({ do: 'releaseLoad' })
      const total = Math.ceil(messages / connections) * connections
      while (installation.stored() < before + total) {
        if (performance.now() - start > 60_000)
          throw new Error(`${id}: ${installation.stored() - before} of ${total} stored after a minute`)
        await Bun.sleep(5)
      }
      await released
      sent += total
      const seconds = (performance.now() - start) / 1000
      if (round > 0) rates.push(total / seconds) // the first round makes contacts and tickets and warms up
      console.error(
        `${id} round ${round}: ${Math.round(total / seconds)}/s, ${(((installation.server.cpuSeconds() - cpuBefore) / total) * 1000).toFixed(2)} ms CPU each`,
      )
    }
    await Bun.sleep(500) // what is double would follow soon
    const surplus = installation.stored() - atFirst - sent
    report.add({ id, perSecond: Math.round(median(rates)), helloRps, surplus, rssMb: installation.server.rssMb() })
    await reportStalls(report, installation, id)
    await installation.close()
  }
}
