/** A thousand browsers without the browsers: each does what its person does when its moment has come. */
import { type Deed, dayOf } from './day'
import type { Attendant, District } from './district'
import { random, rounded, spread } from './figures'
import { get, isWell, type Line, openLine, post } from './http'
import { readStalls, since } from './stalls'

export type Shift = { readonly times: number; readonly seconds: number; readonly deeds: readonly Deed[] }
type PlannedRequest = { readonly deed: Deed; readonly request: string; readonly due: number }
/** `kind`: the answer's status, or what became of the connection. */
type Note = (planned: PlannedRequest, kind: string) => void

const PATIENCE = 5000

export function openOffice(district: District) {
  const { server } = district
  const requestsFor = asker(district)
  let note: Note = () => {}
  const browsers = district.attendants.map(() => openBrowser(server.port, (...found) => note(...found)))
  return {
    async work({ times, seconds, deeds }: Shift) {
      const book = openBook()
      note = book.note
      const [stalls, cpu, start] = [await readStalls(server), server.cpuSeconds(), performance.now()]
      for (const { at, who, deed } of dayOf(browsers.length, { times, seconds, deeds, seed: times })) {
        while (performance.now() - start < at) await Bun.sleep(1)
        const attendant = district.attendants[who]
        if (attendant)
          for (const request of requestsFor(attendant, deed)) browsers[who]?.want({ deed, request, due: start + at })
      }
      const cpuPercent = ((server.cpuSeconds() - cpu) / (performance.now() - start)) * 100_000
      for (const deadline = performance.now() + PATIENCE; performance.now() < deadline; await Bun.sleep(5))
        if (!browsers.some((browser) => browser.isBusy())) break
      for (const browser of browsers) browser.giveUp()
      const held = since(stalls, await readStalls(server))
      return { ...book.sum(seconds), cpuPercent: rounded(cpuPercent, 1), rssMb: server.rssMb(), ...held }
    },
    close() {
      for (const browser of browsers) browser.close()
    },
  }
}

/**
 * One keep-alive connection, opened when something is wanted and it is not there: the server closes what is silent. What is
 * wanted while an answer is awaited stands in line, and its time runs.
 */
function openBrowser(port: number, note: Note) {
  const line: PlannedRequest[] = []
  let connection: Line | undefined
  const send = () => {
    const [planned] = line
    if (planned && connection) connection.send(planned.request)
    else if (planned) connection = openLine(port, { ready: send, answered: settle, lost })
  }
  const settle = (kind: string) => {
    const planned = line.shift()
    if (planned) note(planned, kind)
    send()
  }
  const lost = (why: string) => {
    connection = undefined
    settle(why)
  }
  return {
    want(planned: PlannedRequest) {
      if (line.push(planned) === 1) send()
    },
    isBusy: () => line.length > 0,
    giveUp() {
      for (const planned of line.splice(0)) note(planned, 'unanswered')
    },
    close: () => connection?.end(),
  }
}

function openBook() {
  const latencies: number[] = []
  const kinds = new Map<string, number>()
  let sent = 0
  return {
    note({ deed, due }: PlannedRequest, kind: string) {
      latencies.push(performance.now() - due)
      if (!isWell(kind)) kinds.set(`${deed} ${kind}`, (kinds.get(`${deed} ${kind}`) ?? 0) + 1)
      else if (deed === 'send') sent++
    },
    sum: (seconds: number) => ({
      perSecond: Math.round(latencies.length / seconds),
      ...spread(latencies),
      sent,
      errors: [...kinds.values()].reduce((sum, count) => sum + count, 0),
      kinds: [...kinds].map(([kind, count]) => `${kind}: ${count}`).join(', '),
    }),
  }
}

const sought = ['Souza', 'Ana Souza Lima', '0456']

/** What a browser asks for when its person does something. */
function asker(district: District) {
  const next = random(11)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T // of lists that are not empty
  const conversations = new Map(district.attendants.map(({ place }) => [place, district.conversations(place, 'open')]))
  return ({ place, userId, desk: { headers } }: Attendant, deed: Deed): string[] => {
    const ticket = pick(district.seen(userId))
    const asked = {
      list: () => [get(`/api/tickets?status=${pick(['open', 'pending'])}&isGroup=false&pageNumber=1`, headers)],
      open: () => [get(`/api/tickets/${ticket}`, headers), get(`/api/messages/${ticket}?pageNumber=1`, headers)],
      send: () => [
        post(`/api/messages/${pick(conversations.get(place) ?? [])}`, { body: 'Já estou vendo, um momento.' }, headers),
      ],
      contacts: () => [get(`/api/contacts?searchParam=${encodeURIComponent(pick(sought))}`, headers)],
      words: () => [get(`/api/messages/search/${ticket}?searchQuery=entrega`, headers)],
    }
    return asked[deed]()
  }
}
