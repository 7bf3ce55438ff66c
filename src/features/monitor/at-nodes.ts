/** Lists and closes open pages, and tries failed work again, on every node of a fleet: they are where their companies are. */
import * as v from 'valibot'
import { backlogs } from '../../platform/backlogs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import type { SocketPage } from './contract'
import { MOST_SOCKETS } from './contract'
import { byBacklog, closeSocket, listSockets } from './sockets'

const LIST_SOCKETS = 'monitor.sockets'
const CLOSE_SOCKET = 'monitor.closeSocket'
const RETRY_QUEUE = 'monitor.retryQueue'
const RETRY_JOB = 'monitor.retryJob'
const ANSWER_WITHIN = 5 * SECOND
/** Companies of one question, so that its answer comes in time. */
const RETRIED_TOGETHER = 100

const Search = v.object({ search: v.string() })
const ByKey = v.object({ key: v.string() })
const ByName = v.object({ name: v.string() })
const Retry = v.object({ name: v.string(), companies: v.array(v.string()) })

/** Tries again what has failed in a queue of companies that are here. Returns how many were reached. */
async function retryQueue(services: Services, { name, companies }: v.InferOutput<typeof Retry>): Promise<number> {
  const { membersOf, cxOf, log } = services
  const retry = membersOf(backlogs).find((one) => one.name === name)?.retry
  let reached = 0
  for (const uuid of companies) {
    try {
      const own = cxOf(uuid)
      own.transaction((own) => retry?.(own, services))
      reached++
    } catch (error) {
      log.warn({ err: error, tenant: uuid, queue: name }, 'what has failed could not be tried again')
    }
    await new Promise(setImmediate) // a company's turn may take milliseconds
  }
  return reached
}

/** Returns in how many companies of this node the job was due. */
function retryJob({ timetable, vitals }: Services, name: string): number {
  const due = timetable.state().find((one) => one.name === name)?.due ?? 0
  timetable.retry(name)
  vitals.jobs.clear(name)
  return due
}

export const monitorAnswersOf = (services: Services): Readonly<Record<string, (question: unknown) => unknown>> => ({
  [LIST_SOCKETS]: (question) => listSockets(services.hub, services.databases.control, v.parse(Search, question).search),
  [CLOSE_SOCKET]: (question) => closeSocket(services.hub, v.parse(ByKey, question).key) ?? null,
  [RETRY_QUEUE]: (question) => retryQueue(services, v.parse(Retry, question)),
  [RETRY_JOB]: (question) => retryJob(services, v.parse(ByName, question).name),
})

/** The same on all nodes; without a fleet, on this one. A node that does not answer is left out. */
export function acrossNodes(services: Services) {
  const { hub, databases, nodes, fleet, log } = services

  async function askOthers(path: string, question: object): Promise<unknown[]> {
    const others = fleet?.listRunning().filter((node) => node !== fleet.node) ?? []
    const options = { within: ANSWER_WITHIN, isRepeatable: true, shows: [] }
    const answers = await Promise.allSettled(others.map((node) => nodes?.ask({ node }, path, question, options)))
    return answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  /** A node that does not answer is asked no more. */
  async function retryAt(node: string, name: string, companies: readonly string[]): Promise<number> {
    let reached = 0
    try {
      for (let at = 0; at < companies.length; at += RETRIED_TOGETHER) {
        const question = { name, companies: companies.slice(at, at + RETRIED_TOGETHER) }
        const options = { within: ANSWER_WITHIN, isRepeatable: true, shows: [] }
        reached += Number(await nodes?.ask({ node }, RETRY_QUEUE, question, options))
      }
    } catch (error) {
      log.warn({ err: error, node, queue: name }, 'what has failed could not be tried again')
    }
    return reached
  }

  return {
    async listSockets(search: string): Promise<SocketPage> {
      const others = (await askOthers(LIST_SOCKETS, { search })) as SocketPage[] // answered above
      const pages = [listSockets(hub, databases.control, search), ...others]
      const records = pages.flatMap((page) => page.records).sort(byBacklog)
      return { records: records.slice(0, MOST_SOCKETS), count: pages.reduce((sum, { count }) => sum + count, 0) }
    },
    /** Returns whose page it was. */
    async closeSocket(key: string): Promise<string | undefined> {
      const own = closeSocket(hub, key)
      if (own !== undefined) return own
      return (await askOthers(CLOSE_SOCKET, { key })).find((name) => typeof name === 'string') as string | undefined // just tested
    },
    /** Returns in how many companies the job was due. */
    async retryJob(name: string): Promise<number> {
      const others = await askOthers(RETRY_JOB, { name })
      return others.reduce((sum: number, due) => sum + Number(due), retryJob(services, name))
    },
    /** Returns how many companies were reached. */
    async retryQueue(name: string, companies: readonly string[]): Promise<number> {
      const here = companies.filter((uuid) => databases.isAvailable(uuid))
      const elsewhere = new Set(companies).difference(new Set(here))
      const asked = fleet ? fleet.status().companies.filter(({ uuid }) => elsewhere.has(uuid)) : []
      const byNode = Map.groupBy(asked, ({ owner }) => owner)
      const reached = await Promise.all([
        retryQueue(services, { name, companies: here }),
        ...[...byNode].map(([node, some]) =>
          node === null
            ? 0
            : retryAt(
                node,
                name,
                some.map(({ uuid }) => uuid),
              ),
        ),
      ])
      return reached.reduce((sum, count) => sum + count, 0)
    },
  }
}
