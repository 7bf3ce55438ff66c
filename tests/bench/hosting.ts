/** Two hundred companies in one process, each with five people with an open page and its own linked phone. */
import Sqlite from 'better-sqlite3'
import { type Client, clientOf, listen } from './client'
import { type SeededCompany, type SignedInPerson, seedCompanies, signInAll } from './companies'
import { sizes } from './seed'
import { type ServerProcess, startServer, temporaryFolder } from './server'
import { link, openTestbed, type Testbed } from './testbed'

const COMPANIES = 200
const PEOPLE = 5
/** Phones linked at the same time. */
const CONCURRENT_LINKS = 8

/** `companyIndex` is the index in `companies` and `files`. */
export type Attendant = SignedInPerson & { readonly client: Client; readonly companyIndex: number }

export type Hosting = {
  readonly server: ServerProcess
  readonly testbed: Testbed
  readonly companies: readonly SeededCompany[]
  readonly attendants: readonly Attendant[]
  /** Frames received by the pages so far. */
  framesReceived(): number
  /** Links every company's phone. */
  linkAll(): Promise<void>
  /** Messages received or sent so far. Excludes seeded ones, whose count would take longer than storing. */
  stored(): number
  /** Read-only databases of all companies. */
  readonly files: readonly Sqlite.Database[]
  /** Seeded tickets visible to this user id, the same in every company. */
  visibleTickets(userId: number): readonly number[]
  /** A company's tickets with customers of the simulator. */
  conversations(companyIndex: number, status: 'pending' | 'open'): readonly number[]
  close(): Promise<void>
}

export async function openHosting(executable?: string): Promise<Hosting> {
  const [folder, testbed] = [temporaryFolder(), await openTestbed()]
  const companies = await seedCompanies(folder.path, {
    count: COMPANIES,
    size: sizes.small,
    people: PEOPLE,
    executable,
  })
  const people = await signInAll(folder.path, companies, PEOPLE)
  const server = await startServer(folder.path, { env: testbed.env, executable })
  const attendants = people.map((person) => ({
    ...person,
    companyIndex: companies.indexOf(person.company),
    client: clientOf(server.port, { ...person, company: person.company.uuid }),
  }))
  let frames = 0
  const onBytes = (bytes: Buffer) => {
    for (let at = bytes.indexOf(FRAME); at >= 0; at = bytes.indexOf(FRAME, at + 1)) frames++
  }
  const pages: { close(): void }[] = []
  for (const { client } of attendants) pages.push(await listen(client, onBytes))
  const files = companies.map(({ path }) => new Sqlite(path, { readonly: true }))
  const lastSeeded = files[0]?.prepare('SELECT max(id) FROM messages').pluck().get() // the simulator's customers have higher ids
  const counts = files.map((file) => file.prepare('SELECT count(*) FROM messages WHERE id > ?').pluck())
  const visibleBy = new Map(
    attendants.slice(0, PEOPLE).map(({ userId }) => [userId, idsIn(files[0], VISIBLE, { userId })]),
  )
  return {
    server,
    testbed,
    companies,
    attendants,
    framesReceived: () => frames,
    linkAll: () => inParallel(companies, (company) => linkOne(attendants, testbed, company)),
    stored: () => counts.reduce((sum, count) => sum + Number(count.get(lastSeeded)), 0),
    files,
    visibleTickets: (userId) => visibleBy.get(userId) ?? [],
    conversations: (companyIndex, status) => idsIn(files[companyIndex], FROM_SIMULATOR, { status }),
    async close() {
      for (const page of pages) page.close()
      for (const file of files) file.close()
      await server.stop()
      await testbed.stop()
      folder.remove()
    },
  }
}

const VISIBLE = `SELECT id FROM tickets WHERE @userId = 1 OR user_id = @userId OR queue_id IS NULL
  OR queue_id IN (SELECT queue_id FROM user_queues WHERE user_id = @userId)`
/** The simulator's phone numbers are lower than the seeded ones. */
const FROM_SIMULATOR = `SELECT t.id FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE t.status = @status AND c.number < '5511930000000'`

const idsIn = (file: Sqlite.Database | undefined, sql: string, bound: object): number[] =>
  (file?.prepare(sql).pluck().all(bound) ?? []) as number[] // the column is an integer

const FRAME = '{"event":"company-'

async function linkOne(attendants: readonly Attendant[], testbed: Testbed, { id }: SeededCompany) {
  const admin = attendants.find(({ company }) => company.id === id)
  if (admin) await link(admin.client, testbed, id - 1)
}

async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<void>) {
  const waiting = [...all]
  const worker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: CONCURRENT_LINKS }, worker))
}
