/** A process that serves many companies starts: when it answers, when all of them are open, and what they cost at rest. */
import { type SeededCompany, seedCompanies } from './companies'
import { median, rounded } from './figures'
import type { Report } from './report'
import { sizes } from './seed'
import { type Awake, startAndWake, temporaryFolder } from './server'

export type Boots = { readonly companies: number; readonly starts: number; readonly restSeconds: number }

export async function benchBoot(report: Report, { companies, starts, restSeconds }: Boots) {
  const folder = temporaryFolder()
  const seeded: readonly SeededCompany[] = await seedCompanies(folder.path, {
    count: companies,
    size: sizes.new,
    people: 5,
  })
  const booted: Awake[] = []
  for (let n = 0; n < starts; n++) {
    await booted.at(-1)?.stop()
    booted.push(await startAndWake(folder.path))
  }
  const last = booted.at(-1)
  if (!last) return
  const cpuBefore = last.cpuSeconds()
  await Bun.sleep(restSeconds * 1000)
  const idle = ((last.cpuSeconds() - cpuBefore) / restSeconds) * 100
  report.add({
    id: `boot.${seeded.length}`,
    rounds: starts,
    firstReadyMs: Math.round(booted[0]?.readyMs ?? 0), // every company is asked what is due; the later starts know
    readyMs: Math.round(median(booted.map(({ readyMs }) => readyMs))),
    firstAnswerMs: Math.round(median(booted.map(({ firstAnswerMs }) => firstAnswerMs))),
    slowestAnswerMs: Math.round(Math.max(...booted.map(({ slowestAnswerMs }) => slowestAnswerMs))),
    rssMb: last.rssMb(),
    idleCpuPercent: rounded(idle, 1),
  })
  await last.stop()
  folder.remove()
}
