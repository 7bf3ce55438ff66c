/** The simulator in a separate process, controlled over its port: it survives kills of the server. */
import type { BookEntry, Command, CommandResult, PhoneBook, SimulatorState } from '../../../src/simulator/contract'
import { program } from '../../support/program'
import { watchWires } from '../../support/wires'
import { afterThisTest } from './cleanups'
import { until } from './until'

export const COMPANY = '552130421180'
export const FIRST_CUSTOMER = 5511900000000
export const numberOf = (customer: number) => String(FIRST_CUSTOMER + customer)

type Done = Extract<CommandResult, { ok: true }>
export type Testbed = Awaited<ReturnType<typeof openTestbed>>

export async function openTestbed({ seed = 1 }: { seed?: number } = {}) {
  const child = Bun.spawn([...program, 'simulator', '--seed', String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] })
  afterThisTest(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const { url, origin, rootKey } = await firstLine(child.stdout)
  const attempt = async (command: Command): Promise<CommandResult> => {
    const answer = await fetch(`${origin}/control/command`, { method: 'POST', body: JSON.stringify(command) })
    return (await answer.json()) as CommandResult // the contract of the control port
  }
  const run = async (command: Command): Promise<Done> => {
    const result = await attempt(command)
    if (!result.ok) throw new Error(`${command.do}: ${result.message}`)
    return result
  }
  const trace = async () => (await fetch(`${origin}/control/trace`)).text()
  watchWires({ trace })
  const state = async () => (await (await fetch(`${origin}/control/state`)).json()) as SimulatorState // idem
  const books = async (phone?: string): Promise<PhoneBook[]> =>
    (await run({ do: 'books', ...(phone === undefined ? {} : { phone }) })).books ?? []

  await run({ do: 'addPhone', phone: COMPANY, name: 'Loja Centro', role: 'company' })
  return {
    url,
    rootKey,
    /** Throws if the command is refused; `attempt` returns the refusal. */
    run,
    attempt,
    state,
    books,
    /** The latest stanzas of all connections, one per line. */
    trace,
    /** A file on the phone; undefined if it is missing. */
    media: async (id: string): Promise<Buffer | undefined> => {
      const answer = await fetch(`${origin}/control/media/${id}`)
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined
    },
    /** Prepares messages of customers for release, evenly distributed. */
    async prepare(customers: number, messages: number) {
      await run({ do: 'prepareLoad', phone: COMPANY, customers, messages, firstCustomer: numberOf(0) })
    },
    /** Resolves when the last one is sent; nobody awaits it if the test has already failed. */
    release(rate?: number) {
      const done = run({ do: 'releaseLoad', ...(rate === undefined ? {} : { rate }) })
      done.catch(() => {})
      return done
    },
    /** Whether nothing is pending for the company's device. */
    settled: (within: number) =>
      until(async () => (await pendingOf(state)) === 0, {
        within,
        every: 50,
        why: async () => `${await pendingOf(state)} stanzas still pending\n${lastOf(await trace(), 200)}`,
      }),
  }
}

const lastOf = (text: string, lines: number): string => text.split('\n').slice(-lines).join('\n')

async function pendingOf(state: () => Promise<SimulatorState>): Promise<number> {
  const company = (await state()).phones.find(({ phone }) => phone === COMPANY)
  return company?.devices.reduce((sum, { pending }) => sum + pending, 0) ?? 0
}

/** Customers' messages, in order per customer. */
export const written = (books: readonly PhoneBook[]): Map<string, BookEntry[]> => perCustomer(books, true)
/** Messages that reached customers, in order per phone. */
export const reached = (books: readonly PhoneBook[]): Map<string, BookEntry[]> => perCustomer(books, false)

function perCustomer(books: readonly PhoneBook[], fromMe: boolean): Map<string, BookEntry[]> {
  const customers = books.filter(({ phone }) => phone !== COMPANY)
  return new Map(
    customers.map(({ phone, entries }) => [
      phone,
      entries.filter((entry) => entry.fromMe === fromMe).toSorted((a, b) => a.order - b.order),
    ]),
  )
}

async function firstLine(
  stream: ReadableStream<Uint8Array>,
): Promise<{ url: string; origin: string; rootKey: string }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of stream) {
    text += decoder.decode(part, { stream: true })
    if (text.includes('\n')) return JSON.parse(text)
  }
  throw new Error('the simulator ended before it began')
}
