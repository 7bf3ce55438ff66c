/** The executable itself, in an empty folder, with the sample company: what `./install.sh demo` starts. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { admin, attendants, connection } from '../../../src/operator/sample/story'
import type { Command, CommandResult, MessageView, SimulatorState } from '../../../src/simulator/contract'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import type { TicketPage, TicketSummary } from '../../../src/tickets/contract'
import type { SignedIn } from '../../../src/users/contract'
import { until } from '../../survival/support/until'

const executable = join(import.meta.dir, '..', '..', '..', 'dist', 'balcao')

export const COMPANY = connection.phone
export const RAFAEL = admin
export const [CAMILA, OTAVIO, JULIANA] = attendants

export type Demo = Awaited<ReturnType<typeof openDemo>>

/** `isNew`: only the first administrator, and the phones. `environment`: further variables of the server. */
export type Beginning = { readonly isNew?: boolean; readonly environment?: Readonly<Record<string, string>> }
/** Of a new installation. */
export const FIRST_ADMIN = 'admin@balcao.local'

export async function openDemo({ isNew = false, environment }: Beginning = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'journey-'))
  const data = join(folder, 'data')
  if (!isNew) write(folder, await sampleFiles())
  const begin = isNew ? ['serve', '--simulator', '--host', '127.0.0.1'] : ['demo', '--no-meta']
  const { child, url, password } = await start(begin, data, environment)
  const command = async (...words: string[]): Promise<void> => {
    const asked = words.includes('create') ? ['--password-stdin'] : []
    const child = Bun.spawn([executable, ...words, '--data', data, ...asked], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.stdin.write(password)
    child.stdin.end()
    if ((await child.exited) !== 0) throw new Error(`balcao ${words.join(' ')} failed`)
  }
  let player: Promise<string> | undefined
  /** Token of an admin who plays no other part: the simulated phones are for admins. */
  const openPlayer = async (): Promise<string> => {
    await command('user', 'create', PLAYER, '--name', 'Telefones', '--profile', 'admin')
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: PLAYER, password }),
    })
    return ((await answer.json()) as SignedIn).token // the response of its route
  }

  return {
    url,
    password,
    /** Runs the command line beside the server. Users it creates have the common password. */
    command,
    /** Folder of its databases. */
    data,
    /** A user without a screen. Users have one session each: signing in here signs them out elsewhere. */
    signIn: (email: string) =>
      visitor(url, { email, password }, () => {
        player ??= openPlayer()
        return player
      }),
    async close() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const PLAYER = 'telefones@aurora.example'

async function visitor(
  url: string,
  { email, password }: { email: string; password: string },
  player: () => Promise<string>,
) {
  const ask = async <T>(method: string, path: string, body?: unknown, token = ''): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T // typed by the caller
  }
  const { token, user } = await ask<SignedIn>('POST', '/auth/login', { email, password })
  const mayPlay = user.profile === 'admin' && user.company.id === OPERATOR_COMPANY
  const demand = async <T>(method: string, path: string, body?: unknown) =>
    ask<T>(method, path, body, mayPlay || !path.startsWith('/simulator/') ? token : await player())
  const state = () => demand<SimulatorState>('GET', '/simulator/state')

  return {
    demand,
    phones: {
      run: (command: Command) => demand<CommandResult>('POST', '/simulator/command', command),
      say: (from: string, text: string) =>
        demand<CommandResult>('POST', '/simulator/command', { do: 'say', from, to: COMPANY, text }),
      /** Messages on a customer's phone, in its order. */
      async chat(phone: string): Promise<MessageView[]> {
        const found = (await state()).phones.find((one) => one.phone === phone)
        return found?.chats.find(({ id }) => id === COMPANY)?.messages ?? []
      },
    },
    /** Links like the dialog and the simulated phone do, but faster. */
    async link(): Promise<void> {
      const [first] = await demand<ConnectionSummary[]>('GET', '/whatsapp')
      const id = first?.id ?? 0
      await demand('POST', `/whatsappsession/${id}`, {})
      const now = () => demand<ConnectionSummary>('GET', `/whatsapp/${id}`)
      const qr = await until(async () => (await now()).qrcode, { every: 50 })
      await demand('POST', '/simulator/command', { do: 'scan', phone: COMPANY, qr })
      await until(async () => (await now()).status === 'CONNECTED', { every: 50 })
    },
    tickets: async (status: 'pending' | 'open'): Promise<readonly TicketSummary[]> =>
      (await demand<TicketPage>('GET', `/tickets?status=${status}&isGroup=false&showAll=true`)).tickets,
    ticketOf(name: string, status: 'pending' | 'open' = 'pending'): Promise<TicketSummary> {
      return until(async () => (await this.tickets(status)).find(({ contact }) => contact.name === name), {
        every: 50,
        why: () => `no ${status} ticket of ${name}`,
      })
    },
    accept: ({ id, queueId }: TicketSummary, fallback = 1) =>
      demand<TicketSummary>('PUT', `/tickets/${id}`, { status: 'open', queueId: queueId ?? fallback }),
    /** Creates customers who have each written `each` messages. */
    async crowd(customers: number, each = 1): Promise<void> {
      const before = (await this.tickets('pending')).length
      const total = Math.min(40, before + customers)
      await demand('POST', '/simulator/command', {
        do: 'prepareLoad',
        phone: COMPANY,
        customers,
        messages: customers * each,
      })
      await demand('POST', '/simulator/command', { do: 'releaseLoad' })
      const written = (ticket: TicketSummary) => ticket.unreadMessages >= each
      await until(async () => (await this.tickets('pending')).filter(written).length >= Math.min(total, customers), {
        every: 50,
      })
      await until(async () => (await this.tickets('pending')).length >= total, { every: 50 })
    },
  }
}

async function start(begin: readonly string[], data: string, environment: Beginning['environment'] = {}) {
  if (!existsSync(executable)) throw new Error('dist/balcao is missing: `bun run build` makes it')
  const child = Bun.spawn([executable, ...begin, '--data', data, '--port', '0', '--json'], {
    cwd: dirname(data),
    env: { ...process.env, BALCAO_LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, ...(await firstWords(child.stdout)) }
}

/** The sample company's story ends now, and waiting customers become late: older files are not reused. */
const FRESH_FOR = 60_000
type Files = ReadonlyMap<string, Uint8Array>
let sample: { readonly files: Files; readonly madeAt: number } | undefined
const isFresh = ({ madeAt }: { readonly madeAt: number }) => Date.now() - madeAt < FRESH_FOR

/**
 * Creating the sample company costs five times as much as starting it: each process creates it once a minute, for many
 * files. The workers of the suite share it (`tests/suite/run.ts`).
 */
async function sampleFiles(): Promise<Files> {
  if (!sample || !isFresh(sample)) sample = readShared()
  if (sample) return sample.files
  const folder = mkdtempSync(join(tmpdir(), 'journey-sample-'))
  const madeAt = Date.now()
  const { child } = await start(['demo', '--no-meta'], join(folder, 'data'))
  child.kill()
  await child.exited
  leaveToPeople(join(folder, 'data'))
  sample = { files: readAll(folder), madeAt }
  share(folder, madeAt)
  return sample.files
}

function readAll(folder: string): Files {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(files.map((file) => [relative(folder, file), readFileSync(file)]))
}

/** Folder of the suite's workers. The name of each sample in it begins with when it was made. */
const shared = process.env.BALCAO_TEST_SHARED

function readShared(): typeof sample {
  if (!shared) return undefined
  const name = readdirSync(shared).sort().at(-1) ?? ''
  const madeAt = Number.parseInt(name, 10)
  return isFresh({ madeAt }) ? { files: readAll(join(shared, name)), madeAt } : undefined
}

/** Moved as a whole, so that nobody reads half of it. */
function share(folder: string, madeAt: number): void {
  if (shared) renameSync(folder, join(shared, `${madeAt}-${process.pid}`))
  else rmSync(folder, { recursive: true })
}

/**
 * Its bot would answer in the journeys' conversations: the connection has no queue until a journey assigns one. Nobody
 * attends yet, so that lists begin with those who wait.
 */
function leaveToPeople(data: string): void {
  for (const company of readdirSync(join(data, 'tenants'))) {
    const db = new Sqlite(join(data, 'tenants', company, 'tenant.db'))
    db.exec(`DELETE FROM connection_queues;
      CREATE TEMP TABLE attended AS SELECT id, contact_id FROM tickets WHERE status = 'open';
      DELETE FROM messages WHERE ticket_id IN (SELECT id FROM attended);
      DELETE FROM tickets WHERE id IN (SELECT id FROM attended);
      DELETE FROM contacts WHERE id IN (SELECT contact_id FROM attended)`)
    db.close()
  }
}

function write(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes, { mode: 0o600 })
  }
}

async function firstWords(stream: ReadableStream<Uint8Array>): Promise<{ url: string; password: string }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of stream) {
    text += decoder.decode(part, { stream: true })
    const line = text.split('\n').find((one) => one.startsWith('{"url"'))
    if (!line || !text.includes(`${line}\n`)) continue
    const { url, password, founded } = JSON.parse(line)
    return { url, password: password ?? founded?.password }
  }
  throw new Error(`the demo ended before it began: ${text}`)
}
