/**
 * Where the command line asks the node that runs on its data folder: a socket file that only the node's user can open. What
 * commands commit leaves them when the fleet's log has it, as at every other exit.
 */
import { chmodSync, rmSync } from 'node:fs'
import * as v from 'valibot'
import { AppError } from '../../errors'
import { OrderRefused } from '../../fleet/placement/move'
import { openSocketPath } from '../../fleet/socket-path'
import type { FleetView } from '../../fleet/view'
import { isRunning } from '../../operator/handover'
import type { HoldUp } from '../../operator/update/rolling'
import { CONTROL, type Gate, NotAcknowledged } from '../../platform/gate'
import type { Log } from '../../platform/log'
import type { ControlDb } from '../../platform/sqlite'
import { awayWorks } from '../../platform/wire'
import { listCompanies } from '../../tenancy/companies'
import { messageOf } from '../../texts/texts'
import type { ControlHolds } from './control-holds'
import type { Lending } from './lending'

export type LocalSocketDeps = {
  readonly dataDir: string
  readonly view: FleetView
  readonly gate: Gate
  readonly control: ControlDb
  readonly log: Log
  readonly lending: Lending
  readonly controlHolds: ControlHolds
  /** Brings stored files of a company that this disk lacks. */
  bringFiles(company: string, files: readonly string[]): Promise<void>
  /** Where releases are; empty if nobody has said it. */
  updateAddress(): string
  readonly updates: UpdateOrders
}

/** The update of all machines, for the command line. */
export type UpdateOrders = {
  /** Companies that hold it up. */
  listHoldUps(): readonly HoldUp[]
  goOn(): void
  stop(): Promise<void>
}

const Company = v.object({ company: v.string() })
const Companies = v.object({ companies: v.array(v.string()) })
const Files = v.object({ company: v.string(), files: v.array(v.string()) })
const Loan = v.object({ company: v.string(), holder: v.string(), work: v.fallback(v.picklist(awayWorks), 'work') })
const Hold = v.object({ holder: v.string() })
const Node = v.object({ node: v.string() })
const Move = v.object({ company: v.string(), to: v.string() })

/** SocketRefusal in words for the operator. */
class SocketRefusal extends Error {}

/** The whole answer of a request, or a refusal. */
export type LocalAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

export type WhereCompanyIs = {
  readonly company: string
  readonly name: string | null
  readonly isHere: boolean
  readonly owner: string | null
  /** Rises when it comes or goes. */
  readonly epoch: number
  readonly move: { readonly to: string; readonly step: string } | null
}

export function openLocalSocket(deps: LocalSocketDeps): { stop(): Promise<void> } {
  const { dataDir, log } = deps
  const { path, close } = openSocketPath(dataDir)
  rmSync(path, { force: true }) // of a process that was killed; the folder's lock is ours
  const operations = operationsOf(deps)
  const server = Bun.serve({
    unix: path,
    development: false,
    async fetch(request, listener) {
      listener.timeout(request, 0)
      const { pathname } = new URL(request.url)
      const operation = operations.get(`${request.method} ${pathname}`)
      try {
        if (!operation) throw new SocketRefusal('The running server is of another version than this command.')
        const given: unknown = request.method === 'POST' ? await request.json().catch(() => undefined) : undefined
        return Response.json({ ok: true, value: (await operation(given)) ?? null } satisfies LocalAnswer)
      } catch (error) {
        const message = wordsFor(error)
        if (message === undefined) log.error({ err: error, pathname }, 'an order of the command line failed')
        return Response.json({ ok: false, message: message ?? FAILED } satisfies LocalAnswer)
      }
    },
  })
  chmodSync(path, 0o600)
  return {
    async stop() {
      await server.stop(true)
      rmSync(path, { force: true })
      close()
    },
  }
}

const FAILED = 'The order failed. Its reason stands in the log of the server.'

function wordsFor(error: unknown): string | undefined {
  if (error instanceof SocketRefusal || error instanceof OrderRefused) return error.message
  if (error instanceof AppError) return messageOf(error.known, 'en')
  if (error instanceof v.ValiError) return 'The running server is of another version than this command.'
  if (error instanceof NotAcknowledged)
    return 'The fleet’s log did not take what the command wrote, because another node owns it now. Look whether it happened, and repeat the command there if it did not.'
  return undefined
}

type Operation = (given: unknown) => unknown

function operationsOf({
  view,
  gate,
  control,
  lending,
  controlHolds,
  bringFiles,
  updateAddress,
  updates,
}: LocalSocketDeps): ReadonlyMap<string, Operation> {
  const find = (word: string) => findCompanyUuid(control, view, word)
  const where = (company: string): WhereCompanyIs => {
    const known = view.status().companies.find(({ uuid }) => uuid === company)
    const move = view.findMove(company)
    return {
      company,
      name: known?.name ?? null,
      isHere: view.owns(company),
      owner: known?.owner ?? null,
      epoch: known?.epoch ?? 0,
      move: move ? { to: move.to, step: move.step } : null,
    }
  }
  const atControl = <T>(work: () => T): T => {
    if (!view.owns(CONTROL)) throw new SocketRefusal('control.db is on another node.')
    return work()
  }
  return new Map<string, Operation>([
    ['GET /status', () => ({ node: view.node, ...view.status(), heldUpBy: updates.listHoldUps() })],
    ['GET /update/address', () => updateAddress()],
    ['POST /update/go-on', () => atControl(() => updates.goOn())],
    ['POST /update/stop', () => atControl(() => updates.stop())],
    ['POST /company', (given) => where(find(v.parse(Company, given).company))],
    [
      'POST /owned',
      (given) => {
        const { companies } = v.parse(Companies, given)
        return companies.filter((company) => view.owns(company))
      },
    ],
    [
      'POST /move',
      async (given) => {
        const { company, to } = v.parse(Move, given)
        const uuid = find(company)
        await view.move(uuid, to)
        return where(uuid)
      },
    ],
    ['POST /move/stop', (given) => view.stopMove(find(v.parse(Company, given).company))],
    [
      'POST /bring',
      async (given) => {
        const uuid = find(v.parse(Company, given).company)
        await view.bring(uuid)
        return where(uuid)
      },
    ],
    [
      'POST /lend',
      (given) => {
        const { company, holder, work } = v.parse(Loan, given)
        return lending.lend(company, () => isRunning(holder), work)
      },
    ],
    ['POST /lend/end', (given) => lending.end(v.parse(Company, given).company)],
    [
      'POST /hold',
      (given) => {
        const { holder } = v.parse(Hold, given)
        return atControl(() => controlHolds.hold(() => isRunning(holder)))
      },
    ],
    ['POST /forget', (given) => view.forget(v.parse(Company, given).company)],
    ['POST /adopt', (given) => view.adopt(v.parse(Company, given).company)],
    [
      'POST /drain',
      async (given) => {
        const { node } = v.parse(Node, given)
        await view.drain(node)
        return view.findDrain(node) ?? null
      },
    ],
    ['POST /drain/progress', (given) => view.findDrain(v.parse(Node, given).node) ?? null],
    ['POST /drain/stop', (given) => view.stopDrain(v.parse(Node, given).node)],
    [
      'POST /leave',
      async (given) => {
        const { node } = v.parse(Node, given)
        return { isRunning: await view.leave(node) }
      },
    ],
    ['POST /rebalance', () => view.rebalance()],
    [
      'POST /files',
      async (given) => {
        const { company, files } = v.parse(Files, given)
        await bringFiles(company, files)
        return null
      },
    ],
    [
      'POST /wait',
      async (given) => {
        const { companies } = v.parse(Companies, given)
        await Promise.all(companies.map((company) => gate.wait(company)))
        return null
      },
    ],
  ])
}

/** By number, uuid or name. */
function findCompanyUuid(control: ControlDb, view: FleetView, word: string): string {
  const wanted = word.trim().toLowerCase()
  if (wanted === CONTROL || view.status().companies.some(({ uuid }) => uuid === wanted)) return wanted
  const companies = listCompanies(control)
  const byNumber = companies.find(({ id }) => String(id) === wanted)
  if (byNumber) return byNumber.uuid
  const named = companies.filter(({ name }) => name.trim().toLowerCase() === wanted)
  const [only] = named
  if (only && named.length === 1) return only.uuid
  if (named.length > 1)
    throw new SocketRefusal(
      `${named.length} companies are called "${word}": say which by its number, ${named.map(({ id }) => id).join(' or ')}.`,
    )
  throw new SocketRefusal(`There is no company ${word}. See: balcao fleet status`)
}
