/** Start of a process with many companies: time to the first answer, time until all are open, and their idle cost. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedCompanies } from './companies'
import type { Report } from './report'
import { sizes } from './seed'
import { startAndWake, temporaryFolder } from './server'
import { median, rounded } from './statistics'

export type Boots = { readonly companies: number; readonly starts: number; readonly restSeconds: number }

export async function benchBoot(report: Report, { companies, starts, restSeconds }: Boots) {
  const installation = await seedBoot(companies)
  const booted: Awaited<ReturnType<typeof bootRound>>[] = []
  for (let n = 1; n <= starts; n++) booted.push(await installation.round(n < starts ? 0 : restSeconds))
  const last = booted.at(-1)
  if (!last) return
  report.add({
    id: `boot.${companies}`,
    rounds: starts,
    counted: installation.answered(),
    expected: companies,
    firstReadyMs: Math.round(booted[0]?.readyMs ?? 0), // reads what is due in every company; later starts have it stored
    readyMs: Math.round(median(booted.map(({ readyMs }) => readyMs))),
    firstAnswerMs: Math.round(median(booted.map(({ firstAnswerMs }) => firstAnswerMs))),
    slowestAnswerMs: Math.round(Math.max(...booted.map(({ slowestAnswerMs }) => slowestAnswerMs))),
    rssMb: last.rssMb,
    idleCpuPercent: rounded(last.idleCpuPercent, 1),
  })
  installation.remove()
}

export async function seedBoot(companies: number, executable?: string) {
  const folder = temporaryFolder()
  await seedCompanies(folder.path, {
    count: companies,
    size: sizes.new,
    people: 5,
    executable,
  })
  return {
    round: (restSeconds: number) => bootRound(folder.path, restSeconds, executable),
    /** Companies whose answers the last process has left, with their files closed. */
    answered: () =>
      Object.keys(
        (JSON.parse(readFileSync(join(folder.path, 'timetable.json'), 'utf8')) as { companies: object }).companies,
      ).length, // timetable.ts
    remove: () => folder.remove(),
  }
}

/** One start, then an idle time with its jobs. */
async function bootRound(dataDir: string, restSeconds: number, executable?: string) {
  const server = await startAndWake(dataDir, { executable })
  const cpuBefore = server.cpuSeconds()
  await Bun.sleep(restSeconds * 1000)
  const idleCpuPercent = restSeconds && ((server.cpuSeconds() - cpuBefore) / restSeconds) * 100
  const { readyMs, firstAnswerMs, slowestAnswerMs } = server
  const rssMb = server.rssMb()
  await server.stop()
  return { readyMs, firstAnswerMs, slowestAnswerMs, rssMb, idleCpuPercent }
}
