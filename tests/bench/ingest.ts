/** Incoming messages over the real protocol, on one and on twenty connections of one company. */
import { bareRps } from './bare'
import { type Installation, openInstallation } from './installation'
import type { Report } from './report'
import { reportStalls } from './stalls'
import { median } from './statistics'
import { companyNumber } from './testbed'

export async function benchIngest(report: Report, { rounds, messages }: { rounds: number; messages: number }) {
  for (const [id, connections] of [
    ['ingest.one', 1],
    ['ingest.twenty', 20],
  ] as const) {
    const installation = await openInstallation(connections)
    const speed = await bareRps()
    const found: Awaited<ReturnType<typeof ingestRound>>[] = []
    const atFirst = installation.stored()
    await ingestRound(installation, connections, messages) // creates contacts and tickets, and warms up
    for (let round = 0; round < rounds; round++) found.push(await ingestRound(installation, connections, messages))
    await Bun.sleep(500) // duplicates would arrive now
    const counted = installation.stored() - atFirst
    const expected = Math.ceil(messages / connections) * connections * (rounds + 1)
    report.add({
      id,
      perSecond: Math.round(median(found.map(({ perSecond }) => perSecond))),
      cpuUsEach: Math.round(median(found.map(({ cpuUsEach }) => cpuUsEach))),
      bareRps: speed,
      counted,
      expected,
      surplus: counted - expected,
      rssMb: installation.server.rssMb(),
    })
    await reportStalls(report, installation, id)
    await installation.close()
  }
}

/** Measures from the simulator's release to the last commit. Messages are encrypted beforehand. */
export async function ingestRound(installation: Installation, connections: number, messages: number) {
  const { server, testbed } = installation
  const each = Math.ceil(messages / connections)
  const total = each * connections
  for (let n = 0; n < connections; n++)
    await testbed.run({
      do: 'prepareLoad',
      phone: companyNumber(n),
      customers: Math.ceil(200 / connections),
      messages: each,
      textLength: 80,
    })
  const before = installation.stored()
  const cpuBefore = server.cpuSeconds()
  const start = performance.now()
  const released = testbed.run({ do: 'releaseLoad' })
  while (installation.stored() < before + total) {
    if (performance.now() - start > 180_000)
      throw new Error(`${installation.stored() - before} of ${total} messages stored after three minutes`)
    await Bun.sleep(5)
  }
  await released
  return {
    counted: installation.stored() - before,
    expected: total,
    perSecond: total / ((performance.now() - start) / 1000),
    cpuUsEach: ((server.cpuSeconds() - cpuBefore) / total) * 1_000_000,
  }
}
