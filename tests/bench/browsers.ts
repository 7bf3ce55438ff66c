/** The requests of a thousand browsers, each sent at its scheduled time. */
import { createRandom } from '../support/random'
import type { Attendant, Hosting } from './hosting'
import { get, isWell, openSocket, post, type RequestSocket } from './http'
import { type Activity, type Schedule, scheduleOf } from './schedule'
import { readStalls, since } from './stalls'
import { rounded, spread } from './statistics'

type PlannedRequest = { readonly activity: Activity; readonly request: string; readonly due: number }
/** `kind`: the answer's status, or how the connection failed. */
type Note = (planned: PlannedRequest, kind: string) => void

const TIMEOUT_MS = 5000

export function openBrowsers(hosting: Hosting) {
  const { server } = hosting
  const requestsFor = requestsBy(hosting)
  let note: Note = () => {}
  const browsers = hosting.attendants.map(() => openBrowser(server.port, (...found) => note(...found)))
  return {
    /** Runs the schedule and measures. Latencies count from the scheduled time. */
    async run({ times, seconds, activities }: Schedule) {
      const statistics = createStatistics()
      note = statistics.note
      const [stalls, cpu, start] = [await readStalls(server), server.cpuSeconds(), performance.now()]
      for (const { at, attendant: index, activity } of scheduleOf(browsers.length, {
        times,
        seconds,
        activities,
        seed: times,
      })) {
        while (performance.now() - start < at) await Bun.sleep(1)
        const attendant = hosting.attendants[index]
        if (attendant)
          for (const request of requestsFor(attendant, activity))
            browsers[index]?.want({ activity, request, due: start + at })
      }
      const cpuPercent = ((server.cpuSeconds() - cpu) / (performance.now() - start)) * 100_000
      for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; await Bun.sleep(5))
        if (!browsers.some((browser) => browser.isBusy())) break
      for (const browser of browsers) browser.giveUp()
      const held = since(stalls, await readStalls(server))
      return { ...statistics.sum(seconds), cpuPercent: rounded(cpuPercent, 1), rssMb: server.rssMb(), ...held }
    },
    close() {
      for (const browser of browsers) browser.close()
    },
  }
}

/**
 * One keep-alive connection, opened on demand, because the server closes idle ones. Requests during a pending answer queue up,
 * and the wait counts as latency.
 */
function openBrowser(port: number, note: Note) {
  const waiting: PlannedRequest[] = []
  let connection: RequestSocket | undefined
  const send = () => {
    const [planned] = waiting
    if (planned && connection) connection.send(planned.request)
    else if (planned) connection = openSocket(port, { ready: send, answered: settle, lost })
  }
  const settle = (kind: string) => {
    const planned = waiting.shift()
    if (planned) note(planned, kind)
    send()
  }
  const lost = (why: string) => {
    connection = undefined
    settle(why)
  }
  return {
    want(planned: PlannedRequest) {
      if (waiting.push(planned) === 1) send()
    },
    isBusy: () => waiting.length > 0,
    giveUp() {
      for (const planned of waiting.splice(0)) note(planned, 'unanswered')
    },
    close: () => connection?.end(),
  }
}

function createStatistics() {
  const latencies: number[] = []
  const kinds = new Map<string, number>()
  let sent = 0
  let well = 0
  return {
    note({ activity, due }: PlannedRequest, kind: string) {
      latencies.push(performance.now() - due)
      if (!isWell(kind)) kinds.set(`${activity} ${kind}`, (kinds.get(`${activity} ${kind}`) ?? 0) + 1)
      else {
        well++
        if (activity === 'send') sent++
      }
    },
    sum: (seconds: number) => ({
      perSecond: Math.round(latencies.length / seconds),
      ...spread(latencies),
      sent,
      errors: [...kinds.values()].reduce((sum, count) => sum + count, 0),
      counted: well,
      expected: Math.ceil(latencies.length * 0.99),
      kinds: [...kinds].map(([kind, count]) => `${kind}: ${count}`).join(', '),
    }),
  }
}

const searched = ['Souza', 'Ana Souza Lima', '0456']

/** The requests of a browser for one activity. */
function requestsBy(hosting: Hosting) {
  const { pick } = createRandom(11)
  const conversations = new Map(
    hosting.attendants.map(({ companyIndex }) => [companyIndex, hosting.conversations(companyIndex, 'open')]),
  )
  /** The first person accepted all conversations, so only they may answer. */
  const owners = new Map(
    hosting.attendants.flatMap(({ companyIndex, userId, client }) =>
      userId === 1 ? [[companyIndex, client.headers] as const] : [],
    ),
  )
  return ({ companyIndex, userId, client: { headers } }: Attendant, activity: Activity): string[] => {
    const ticket = pick(hosting.visibleTickets(userId))
    const asked = {
      list: () => [get(`/api/tickets?status=${pick(['open', 'pending'])}&isGroup=false&pageNumber=1`, headers)],
      open: () => [get(`/api/tickets/${ticket}`, headers), get(`/api/messages/${ticket}?pageNumber=1`, headers)],
      send: () => [
        post(
          `/api/messages/${pick(conversations.get(companyIndex) ?? [])}`,
          { body: 'Já estou vendo, um momento.' },
          owners.get(companyIndex) ?? headers,
        ),
      ],
      contacts: () => [get(`/api/contacts?searchParam=${encodeURIComponent(pick(searched))}`, headers)],
      words: () => [get(`/api/messages/search/${ticket}?searchQuery=entrega`, headers)],
    }
    return asked[activity]()
  }
}
