/**
 * Groups the errors of the log by their cause, for the operator's monitor. Values are masked, because an error's message
 * may quote a customer. Kept in control.db, written a moment later, so that many errors cost few commits.
 */
import * as v from 'valibot'
import { type ControlWrites, defineControlWrite } from './control-writes'
import { execute, getRows, getValue } from './sql'
import { type ControlDb, statement } from './sqlite'
import { type Clock, SECOND } from './time'

export type ErrorGroup = {
  readonly key: string
  readonly words: string
  readonly error: string
  readonly place: string
  readonly reference: string | null
  readonly count: number
  readonly companies: readonly string[]
  readonly firstAt: number
  readonly lastAt: number
}

/** What is logged with an error. */
export type LoggedError = {
  readonly err?: unknown
  readonly reference?: unknown
  readonly method?: unknown
  readonly path?: unknown
  readonly job?: unknown
  readonly event?: unknown
  readonly tenant?: unknown
}

/** The one not seen for longest makes room. */
export const MOST_GROUPS = 200
const MOST_COMPANIES = 100
const WRITE_AFTER = 2 * SECOND
const LONGEST = 200

export type ErrorGroups = ReturnType<typeof createErrorGroups>

type Deps = { readonly control: ControlDb; readonly controlWrites: ControlWrites; readonly clock: Clock }

export function createErrorGroups({ control, controlWrites, clock }: Deps) {
  const raw = control.$client
  const groups = new Map(readGroups().map((group) => [group.key, group]))
  /** How often each happened that is not written yet; 0 for one that is gone. */
  let unwritten = new Map<string, number>()
  let total = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function readGroups(): ErrorGroup[] {
    const rows = getRows<Omit<ErrorGroup, 'companies'> & { companies: string }>(
      raw,
      `SELECT key, words, error, place, reference, count, companies, first_at AS firstAt, last_at AS lastAt
       FROM error_groups ORDER BY last_at`,
    )
    return rows.map((row) => ({ ...row, companies: JSON.parse(row.companies) as string[] })) // written below
  }

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (unwritten.size === 0 || !raw.open) return // an error may be logged while the server closes
    const written = unwritten
    unwritten = new Map()
    try {
      await controlWrites.run(keepErrors, {
        groups: [...written].flatMap(([key, count]) => {
          const group = groups.get(key)
          return group ? { ...group, count, companies: [...group.companies] } : []
        }),
        removed: [...written.keys()].filter((key) => !groups.has(key)),
      })
    } catch {
      // A full disk or a locked file: they are written with the next error.
      for (const [key, count] of written) unwritten.set(key, count + (unwritten.get(key) ?? 0))
    }
  }

  function changed(key: string, times: 0 | 1) {
    unwritten.set(key, times === 0 ? 0 : (unwritten.get(key) ?? 0) + 1)
    if (timer) return
    timer = setTimeout(() => void write(), WRITE_AFTER)
    timer.unref()
  }

  return {
    /** `words` are the log's own. */
    note(logged: LoggedError, words: string): void {
      total++
      const now = clock()
      const [error, place] = [describe(logged.err), sourceOf(logged)]
      const key = Bun.hash(`${words}\n${error}\n${place}\n${topOf(logged.err)}`).toString(36)
      const known = groups.get(key)
      const company = typeof logged.tenant === 'string' ? logged.tenant : undefined
      const companies = known?.companies ?? []
      const isNewCompany = company && companies.length < MOST_COMPANIES && !companies.includes(company)
      groups.delete(key) // the latest is last
      groups.set(key, {
        key,
        words,
        error,
        place,
        reference: typeof logged.reference === 'string' ? logged.reference : (known?.reference ?? null),
        count: (known?.count ?? 0) + 1,
        companies: isNewCompany ? [...companies, company] : companies,
        firstAt: known?.firstAt ?? now,
        lastAt: now,
      })
      for (const oldest of groups.keys()) {
        if (groups.size <= MOST_GROUPS) break
        groups.delete(oldest)
        changed(oldest, 0)
      }
      changed(key, 1)
    },
    /** The latest first. */
    list: (): ErrorGroup[] => [...groups.values()].reverse(),
    /** Since the start of the process. */
    total: (): number => total,
    /** Returns false if there is none. */
    remove(key: string): boolean {
      if (!groups.delete(key)) return false
      unwritten.set(key, 0)
      void write()
      return true
    },
    write,
  }
}

/** Adds to what is there: in a fleet several processes meet the same error. */
export const keepErrors = defineControlWrite(
  'errors.keep',
  v.object({
    groups: v.array(
      v.object({
        key: v.string(),
        words: v.string(),
        error: v.string(),
        place: v.string(),
        reference: v.nullable(v.string()),
        /** Since the last time. */
        count: v.number(),
        companies: v.array(v.string()),
        firstAt: v.number(),
        lastAt: v.number(),
      }),
    ),
    removed: v.array(v.string()),
  }),
  (control, _now, { groups, removed }) => {
    const put = statement(
      control.$client,
      `INSERT INTO error_groups (key, words, error, place, reference, count, companies, first_at, last_at)
       VALUES (@key, @words, @error, @place, @reference, @count, @companies, @firstAt, @lastAt)
       ON CONFLICT DO UPDATE SET reference = excluded.reference, count = count + excluded.count,
         companies = excluded.companies, last_at = max(last_at, excluded.last_at)`,
    )
    for (const key of removed) execute(control, 'DELETE FROM error_groups WHERE key = ?', key)
    for (const group of groups) {
      const known = getValue<string>(control, 'SELECT companies FROM error_groups WHERE key = ?', group.key) ?? '[]'
      const companies = [...new Set([...(JSON.parse(known) as string[]), ...group.companies])] // written here
      put.run({ ...group, companies: JSON.stringify(companies.slice(0, MOST_COMPANIES)) })
    }
    execute(
      control,
      `DELETE FROM error_groups WHERE key NOT IN (SELECT key FROM error_groups ORDER BY last_at DESC LIMIT ${MOST_GROUPS})`,
    )
  },
)

/** Name, code and message, without what is quoted and without numbers. */
function describe(err: unknown): string {
  if (!(err instanceof Error)) return 'Error'
  const code = 'code' in err && typeof err.code === 'string' ? ` ${err.code}` : ''
  return mask(`${err.name}${code}: ${err.message}`)
}

const mask = (text: string): string =>
  text
    .slice(0, 4 * LONGEST)
    .replaceAll(/"[^"]*"?|`[^`]*`?|“[^”]*”?|(?<=\s|\()'[^']*'?/g, '…')
    .replaceAll(/\S+@\S+/g, '…')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST)
    .toWellFormed()

const sourceOf = ({ method, path, job, event }: LoggedError): string => {
  if (typeof path === 'string') return `${String(method)} ${shapeOf(path)}`
  return typeof job === 'string' ? job : typeof event === 'string' ? event : ''
}

/** An address without what differs from call to call. */
const shapeOf = (path: string): string =>
  path
    .split('/')
    .map((part) => (/\d|@|%/.test(part) || part.length > 30 ? ':id' : part))
    .join('/')
    .slice(0, LONGEST)

/** The topmost line of the stack that is ours: two causes may have the same message. */
const topOf = (err: unknown): string =>
  (err instanceof Error && err.stack?.split('\n').find((line) => /^\s+at .*\/(src|features)\//.test(line))) || ''
