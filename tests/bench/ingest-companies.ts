/** Messages come in for two hundred companies in turns: each commit goes to another file. */
import { median, rounded } from './figures'
import { measureHello } from './hello'
import type { Hosting } from './hosting'
import type { Report } from './report'
import { readStalls, reportStalls } from './stalls'
import { companyNumber } from './testbed'

/** Of one phone in a row, before it is the next one's turn. */
const IN_A_ROW = 2

export async function benchIngestCompanies(
  report: Report,
  hosting: Hosting,
  { rounds, messages }: { readonly rounds: number; readonly messages: number },
) {
  const { server, testbed, companies } = hosting
  const helloRps = await measureHello(server.port)
  const stallsBefore = await readStalls(server)
  const turns = Math.ceil(messages / companies.length / IN_A_ROW)
  const total = turns * companies.length * IN_A_ROW
  const rates: number[] = []
  const atFirst = hosting.stored()
  let cpu = 0
  for (let round = 0; round < rounds + 1; round++) {
    await prepare(hosting, turns)
    const expected = atFirst + (round + 1) * total
    const cpuBefore = server.cpuSeconds()
    const start = performance.now()
    const released = testbed.run({ do: 'releaseLoad' })
    while (hosting.stored() < expected) {
      if (performance.now() - start > 60_000)
        throw new Error(`ingest.companies: ${expected - hosting.stored()} of ${total} missing after a minute`)
      await Bun.sleep(20)
    }
    await released
    cpu = server.cpuSeconds() - cpuBefore
    if (round > 0) rates.push(total / ((performance.now() - start) / 1000)) // the first round makes contacts and tickets
  }
  await Bun.sleep(500) // what is double would follow soon
  report.add({
    id: 'ingest.companies',
    companies: companies.length,
    rounds,
    perSecond: Math.round(median(rates)),
    helloRps,
    cpuMsEach: rounded((cpu / total) * 1000, 2),
    surplus: hosting.stored() - atFirst - (rounds + 1) * total,
    rssMb: server.rssMb(),
  })
  await reportStalls(report, { server, stallsBefore }, 'ingest.companies')
}

async function prepare({ testbed, companies }: Hosting, turns: number) {
  for (let turn = 0; turn < turns; turn++)
    for (const { id } of companies)
      await testbed.run({
        do: 'prepareLoad',
        phone: companyNumber(id - 1),
        customers: IN_A_ROW,
        messages: IN_A_ROW,
        textLength: 80,
      })
}
