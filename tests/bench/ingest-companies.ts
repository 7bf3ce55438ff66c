/** Incoming messages of two hundred companies in turn, so that each commit goes to another file. */
import { bareRps } from './bare'
import type { Hosting } from './hosting'
import type { Report } from './report'
import { readStalls, reportStalls } from './stalls'
import { median, rounded } from './statistics'
import { companyNumber } from './testbed'

/** Messages in a row from one phone. */
const IN_A_ROW = 2

export async function benchIngestCompanies(
  report: Report,
  hosting: Hosting,
  { rounds, messages }: { readonly rounds: number; readonly messages: number },
) {
  const { server, companies } = hosting
  const speed = await bareRps()
  const stallsBefore = await readStalls(server)
  const turns = Math.ceil(messages / companies.length / IN_A_ROW)
  const total = turns * companies.length * IN_A_ROW
  const atFirst = hosting.stored()
  const rates: number[] = []
  await receive(hosting, turns) // creates contacts and tickets
  let cpu = 0
  for (let round = 0; round < rounds; round++) {
    const cpuBefore = server.cpuSeconds()
    rates.push(total / (await receive(hosting, turns)))
    cpu = server.cpuSeconds() - cpuBefore
  }
  await Bun.sleep(500) // duplicates would arrive now
  report.add({
    id: 'ingest.companies',
    counted: hosting.stored() - atFirst,
    expected: (rounds + 1) * total,
    companies: companies.length,
    rounds,
    perSecond: Math.round(median(rates)),
    bareRps: speed,
    cpuMsEach: rounded((cpu / total) * 1000, 2),
    surplus: hosting.stored() - atFirst - (rounds + 1) * total,
    rssMb: server.rssMb(),
  })
  await reportStalls(report, { server, stallsBefore }, 'ingest.companies')
}

/** Each company's phone in turn sends some messages, `turns` times. Returns the seconds until all are stored. */
export async function receive(hosting: Hosting, turns: number): Promise<number> {
  await prepare(hosting, turns)
  const expected = hosting.stored() + turns * hosting.companies.length * IN_A_ROW
  const start = performance.now()
  const released = hosting.testbed.run({ do: 'releaseLoad' })
  while (hosting.stored() < expected) {
    if (performance.now() - start > 180_000)
      throw new Error(`ingest.companies: ${expected - hosting.stored()} messages missing after three minutes`)
    await Bun.sleep(20)
  }
  await released
  return (performance.now() - start) / 1000
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
