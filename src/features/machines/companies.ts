/** The companies of a fleet with what control.db and this machine know of them: none of their files is opened. */
import type { CompanyStatus, FleetStatus } from '../../fleet/placement/status'
import { instantOrNull } from '../../platform/formats'
import { getOrMake } from '../../platform/maps'
import { fits, folded, needleOf } from '../../platform/needle'
import { getRows, getTuples, getValue } from '../../platform/sql'
import { type ControlDb, remembered } from '../../platform/sqlite'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { listStoredMoves, type StoredMove } from './company-moves'
import {
  COMPANIES_A_PAGE,
  type CompanyFilter,
  type CompanyMove,
  type Fleet,
  type MachineCompanies,
  type MachineCompany,
} from './contract'

type Row = { readonly id: number; readonly uuid: string; readonly name: string; readonly active: boolean }

/** A company where the fleet has it. `status` is undefined before the fleet has taken it. */
export type CompanyThere = {
  readonly company: Row
  readonly status: CompanyStatus | undefined
  /** The machine that has its copy, or makes it, if that runs. */
  readonly copyAt: string | null
  readonly stored: StoredMove | undefined
  readonly connections: number
}

export type CompanyWanted = {
  readonly search: string
  readonly machine: string | undefined
  readonly filter: CompanyFilter | undefined
  readonly page: number
}

export type FleetCompanies = ReturnType<typeof createFleetCompanies>

type Deps = { readonly control: ControlDb; diskOf(uuid: string): number | null }

export function createFleetCompanies({ control, diskOf }: Deps) {
  const { $client } = control
  const rows = remembered($client, () => listRows(control), ['companies'])
  // The phones and accounts that companies have linked.
  const accounts = remembered($client, () => countAccounts(control), ['claims'])

  function list({ nodes, companies }: FleetStatus): CompanyThere[] {
    const running = new Set(nodes.flatMap(({ name, isRunning }) => (isRunning ? name : [])))
    const statuses = new Map(companies.map((status) => [status.uuid, status]))
    const moves = new Map(listStoredMoves(control).map((move) => [move.companyId, move]))
    const counts = accounts(null)
    return rows(null).map((company) => {
      const status = statuses.get(company.uuid)
      return {
        company,
        status,
        copyAt: status?.standby && running.has(status.standby) ? status.standby : null,
        stored: moves.get(company.id),
        connections: counts.get(company.uuid) ?? 0,
      }
    })
  }

  function show({ company, status, copyAt, stored, connections }: CompanyThere, weights: Weights): MachineCompany {
    const { id, uuid, name, active } = company
    return {
      id,
      name,
      active,
      machine: status?.owner ?? null,
      copy: copyAt,
      isCopied: status?.isStandbyReady ?? false,
      behind: status?.lag ?? null,
      people: getValue<number>(control, PEOPLE, uuid) ?? 0,
      connections,
      disk: diskOf(uuid),
      share: shareIn(weights, status?.owner, connections),
      isFirst: id === OPERATOR_COMPANY,
      move: showMove(status, stored),
    }
  }

  return {
    list,
    show: (there: CompanyThere, all: readonly CompanyThere[]) => show(there, weightsOf(all)),
    page(status: FleetStatus, { search, machine, filter, page }: CompanyWanted): MachineCompanies {
      const all = list(status)
      const needle = needleOf(search)
      const found = all.filter(
        (there) =>
          (machine === undefined || there.status?.owner === machine) &&
          (filter === undefined || filters[filter](there)) &&
          fits(needle, there.company.name),
      )
      const from = (page - 1) * COMPANIES_A_PAGE
      const weights = weightsOf(all)
      const shown = byNeed(found).slice(from, from + COMPANIES_A_PAGE)
      return {
        records: shown.map((there) => show(there, weights)),
        count: found.length,
        hasMore: found.length > from + COMPANIES_A_PAGE,
      }
    },
    count(status: FleetStatus): Fleet['companies'] {
      const all = list(status)
      const count = (filter: CompanyFilter) => all.reduce((sum, there) => sum + Number(filters[filter](there)), 0)
      return {
        total: all.length,
        ownerless: count('ownerless'),
        uncopied: count('uncopied'),
        moving: count('moving'),
        planned: count('planned'),
        failed: count('failed'),
      }
    },
  }
}

/** Names as they are sorted. Logins change the companies' rows all the time, and names hardly ever. */
const sorted = new Map<string, string>()
const MOST_NAMES = 20_000
function sortedAs(name: string): string {
  if (sorted.size > MOST_NAMES) sorted.clear()
  return getOrMake(sorted, name, () => folded(name))
}

/** In the order of their names. */
const listRows = (control: ControlDb): Row[] =>
  getRows<Omit<Row, 'active'> & { active: number }>(control, 'SELECT id, uuid, name, active FROM companies')
    .map((row) => ({ ...row, active: row.active === 1, sorted: sortedAs(row.name) }))
    .sort((a, b) => (a.sorted < b.sorted ? -1 : a.sorted > b.sorted ? 1 : a.id - b.id))

const countAccounts = (control: ControlDb): ReadonlyMap<string, number> =>
  new Map(
    getTuples<[uuid: string, count: number]>(
      control,
      "SELECT tenant_uuid, count(*) FROM claims WHERE kind = 'account' GROUP BY tenant_uuid",
    ),
  )
/** E-mails to sign in with. */
const PEOPLE = "SELECT count(*) FROM claims WHERE tenant_uuid = ? AND kind = 'email'"

const filters: Readonly<Record<CompanyFilter, (there: CompanyThere) => boolean>> = {
  moving: ({ status }) => status?.move !== undefined,
  planned: ({ stored }) => stored !== undefined && stored.startedAt === null && stored.fault === null,
  failed: ({ stored }) => stored !== undefined && stored.fault !== null,
  ownerless: ({ status }) => status !== undefined && status.owner === null && status.move === undefined,
  uncopied: ({ status, copyAt }) => status !== undefined && copyAt === null,
}

/** What is wrong or under way first, then the largest; names are in order already. */
const byNeed = (companies: readonly CompanyThere[]): CompanyThere[] =>
  companies
    .map((there) => ({ there, rank: rankOf(there) }))
    .sort((a, b) => a.rank - b.rank || b.there.connections - a.there.connections)
    .map(({ there }) => there)

const ranks: readonly CompanyFilter[] = ['ownerless', 'failed', 'moving', 'planned']
function rankOf(there: CompanyThere): number {
  const found = ranks.findIndex((filter) => filters[filter](there))
  return found < 0 ? ranks.length : found
}

/** What the companies of each machine need together. */
type Weights = ReadonlyMap<string, number>
const weightOf = (connections: number): number => 1 + connections
function weightsOf(all: readonly CompanyThere[]): Weights {
  const weights = new Map<string, number>()
  for (const { status, connections } of all)
    if (status?.owner) weights.set(status.owner, (weights.get(status.owner) ?? 0) + weightOf(connections))
  return weights
}
const shareIn = (weights: Weights, machine: string | null | undefined, connections: number): number => {
  const all = weights.get(machine ?? '') ?? 0
  return all === 0 ? 0 : Math.round((1000 * weightOf(connections)) / all) / 1000
}

/** What goes on says more than what was planned. */
function showMove(status: CompanyStatus | undefined, stored: StoredMove | undefined): CompanyMove | null {
  const at = instantOrNull(stored?.at ?? null)
  if (status?.move) return { to: status.move.to, step: status.move.step, at, fault: null }
  if (!stored) return null
  const { machine: to, fault, startedAt } = stored
  if (fault) return { to, step: 'failed', at, fault }
  // It was ordered a moment ago, or has just ended.
  return startedAt === null ? { to, step: 'planned', at, fault: null } : null
}
