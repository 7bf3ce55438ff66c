/** Runs jobs in tests. */
import { expect } from 'bun:test'
import { jobsOf } from '../../src/jobs'
import { modules } from '../../src/modules'
import type { Cx } from '../../src/platform/cx'
import { type CompanyJob, isServerJob } from '../../src/platform/jobs'
import { changeMark } from '../../src/platform/sqlite'
import type { Server } from '../../src/server/server'
import { listCompanies } from '../../src/tenancy/companies'
import { asCompany } from './control-guard'

export function jobNamed(name: string) {
  const job = jobsOf(modules).find((one) => one.name === name)
  if (!job) throw new Error(`no job ${name}`)
  return job
}

/** When the job is due in a company, as the timetable computes it. */
export function dueAt(cx: Cx, server: Server, { due, dueAt }: CompanyJob<Server>): number | null {
  const query = due === undefined ? undefined : cx.db.$client.prepare(`SELECT (${due})`).pluck()
  const at = query?.get(due?.includes('@now') ? { now: cx.now() } : {}) as number | null | undefined // one instant
  return dueAt ? dueAt(cx, server, at ?? null) : (at ?? null)
}

type Place = { readonly server: Server; readonly cx: Cx }

/** Runs a job once in a company and returns its result. If it is not due, it must find nothing to do. */
export function doJob({ server, cx }: Place, name: string): unknown {
  const job = jobNamed(name)
  if (isServerJob(job)) throw new Error(`${name} is not a company job`)
  const isDue = (dueAt(cx, server, job) ?? Infinity) <= cx.now()
  const before = changeMark(cx.db.$client)
  const result = job.isHeldIn?.(cx) ? false : asCompany(name, () => job.run(cx, server))
  if (!isDue && !(result instanceof Promise)) expect(changeMark(cx.db.$client) - before).toBe(0)
  return result
}

/** Runs a job until nothing is left in any company. */
export async function runJob(server: Server, name: string): Promise<void> {
  const job = jobNamed(name)
  if (isServerJob(job)) return job.run(server)
  if (job.isHeld?.(server)) return
  for (const { uuid, active } of listCompanies(server.databases.control)) {
    if (!active || !server.databases.isAvailable(uuid)) continue
    const cx = server.cxOf(uuid)
    while ((await doJob({ server, cx }, name)) === true) await new Promise(setImmediate)
  }
}
