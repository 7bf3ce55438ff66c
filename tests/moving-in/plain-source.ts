/**
 * An installation of another product as plain rows, and a move of it into a company: a test names the columns that it is
 * about, the others are empty. For tests of movers; what reads a dump is tested with dumps.
 */
import { createHash } from 'node:crypto'
import type { Reason } from '../../src/moving-in/contract'
import type { Move, MovedFile, MoveReport, Mover } from '../../src/moving-in/mover'
import type { Family, Kind, Source, SourceCompany, SourceRows } from '../../src/moving-in/source'
import { type Cx, createCx, noExits } from '../../src/platform/cx'
import { execute, getRow, getValue } from '../../src/platform/sql'
import type { World } from '../support/world'

/** Some columns of each row. Without an id, it is the row's number. */
export type PlainRows = { readonly [K in Kind]?: readonly Partial<SourceRows[K]>[] }

const dated = { createdAt: null }

/** A row of each kind in which nothing is known, of the kinds that are tested so. */
const empty: { readonly [K in Kind]?: Omit<SourceRows[K], 'id'> } = {
  contacts: {
    ...dated,
    name: null,
    number: '',
    remoteJid: null,
    lid: null,
    email: null,
    isGroup: false,
    channel: 'whatsapp',
    active: true,
    acceptsAudio: true,
    disableBot: false,
    birthDate: null,
    picture: null,
    connectionId: null,
  },
  contactFields: { contactId: '', name: '', value: '' },
  lidMaps: { lid: '', contactId: '' },
  tags: { ...dated, name: '', color: null, isKanban: false, active: true, position: null },
  ticketTags: { ticketId: '', tagId: '' },
  contactTags: { contactId: '', tagId: '' },
  tickets: {
    ...dated,
    uuid: null,
    status: 'closed',
    isBot: false,
    isRatingAsked: false,
    contactId: '1',
    connectionId: '1',
    queueId: null,
    userId: null,
    isGroup: false,
    unread: null,
    lastMessage: null,
    protocol: null,
    updatedAt: null,
    lastMessageAt: null,
    startedAt: null,
    closedAt: null,
  },
  trackings: {
    ...dated,
    ticketId: '',
    userId: null,
    queueId: null,
    connectionId: null,
    queuedAt: null,
    botEndedAt: null,
    startedAt: null,
    finishedAt: null,
    ratingAt: null,
    rated: false,
  },
  ticketLogs: { ...dated, ticketId: '', userId: null, queueId: null, type: '' },
  ratings: { ...dated, ticketId: null, userId: null, rate: null, top: 5 },
  notes: { ...dated, ticketId: null, contactId: null, userId: null, note: '' },
}

const company: SourceCompany = {
  id: '1',
  createdAt: null,
  name: 'Oficina do Vale',
  email: null,
  phone: null,
  document: null,
  active: true,
  planId: null,
  dueAt: null,
  recurrence: null,
  timeZone: null,
  hours: null,
  outOfHoursMessage: null,
  isOperator: false,
}

export function plainSource(plain: PlainRows, family: Family = 'ticketz'): Source {
  const rowsOf = <K extends Kind>(kind: K): readonly SourceRows[K][] =>
    (plain[kind] ?? []).map((row, at) => ({ id: String(at + 1), ...empty[kind], ...row }) as unknown as SourceRows[K]) // a test's own rows
  return {
    family,
    version: null,
    listCompanies: () => [company],
    listPlans: () => [],
    listHelps: () => [],
    rows: (kind) => rowsOf(kind),
    count: (kind) => rowsOf(kind).length,
    find: (kind, _, id) => rowsOf(kind).find((row) => row.id === id),
    listLeft: () => [],
    listUnknownColumns: () => [],
    close() {},
  }
}

type Counts = { imported: number; merged: Partial<Record<Reason, number>>; skipped: Partial<Record<Reason, number>> }
export type PlainReport = {
  readonly of: (what: string) => Counts
  readonly noted: readonly { readonly what: string; readonly reason: Reason; readonly detail: string | undefined }[]
}

/** `files`: content by path. `known`: ids there and here of rows that other movers have brought. */
type MoveOptions = {
  readonly files?: Readonly<Record<string, string>>
  readonly known?: readonly (readonly [Kind, string, number])[]
}

/** Moves the rows with these movers; every row must be counted once. */
export async function movePlain(
  w: World,
  source: Source,
  movers: readonly Mover[],
  { files = {}, known = [] }: MoveOptions = {},
): Promise<PlainReport> {
  const cx: Cx = createCx(w.cx.tenant, () => w.db, w.clock.now, noExits)
  for (const [kind, theirs, ours] of known)
    execute(cx.db, 'INSERT OR IGNORE INTO moved_ids (kind, theirs, ours) VALUES (?, ?, ?)', [kind, theirs, ours])
  const counts = new Map<string, Counts>()
  const noted: { what: string; reason: Reason; detail: string | undefined }[] = []
  const countsOf = (what: string) => {
    const found = counts.get(what) ?? { imported: 0, merged: {}, skipped: {} }
    counts.set(what, found)
    return found
  }
  const report: MoveReport = {
    imported(what, count = 1) {
      countsOf(what).imported += count
    },
    merged(what, reason, count = 1) {
      const { merged } = countsOf(what)
      merged[reason] = (merged[reason] ?? 0) + count
    },
    skipped(what, reason) {
      const { skipped } = countsOf(what)
      skipped[reason] = (skipped[reason] ?? 0) + 1
    },
    noted: (what, reason, detail) => void noted.push({ what, reason, detail }),
  }
  const move: Move = {
    cx,
    control: w.server.databases.control,
    source,
    company,
    ids: {
      find: (kind, theirs) =>
        getValue<number>(cx.db, 'SELECT ours FROM moved_ids WHERE kind = ? AND theirs = ?', [kind, theirs]),
      add: (kind, theirs, ours) =>
        void execute(cx.db, 'INSERT INTO moved_ids (kind, theirs, ours) VALUES (?, ?, ?)', [kind, theirs, ours]),
    },
    report,
    files: { take: async (path, name) => fileAt(files, path, name) },
    async inSlices(name, rows, take, size = 500) {
      if (getRow(cx.db, 'SELECT 1 FROM moved_steps WHERE step = ?', name)) throw new Error(`step ${name} twice`)
      const all = [...rows]
      for (let from = 0; from < all.length; from += size) cx.transaction(() => take(all.slice(from, from + size)))
      execute(cx.db, 'INSERT INTO moved_steps (step, position, done) VALUES (?, ?, 1)', [name, all.length])
    },
  }
  for (const mover of movers) await mover.move(move)
  execute(cx.db, 'DELETE FROM moved_steps')
  return { of: countsOf, noted }
}

function fileAt(files: Readonly<Record<string, string>>, path: string, name: string | null = null): MovedFile | null {
  const content = files[path]
  if (content === undefined) return null
  const file = createHash('sha256').update(content).digest('hex')
  const mimetype = path.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg'
  return { file, name: name ?? path, mimetype, size: content.length }
}

/** The sums of a kind agree: each of its rows is imported, merged or skipped. */
export function sumOf({ imported, merged, skipped }: Counts): number {
  return [imported, ...Object.values(merged), ...Object.values(skipped)].reduce((sum, n) => sum + n, 0)
}
