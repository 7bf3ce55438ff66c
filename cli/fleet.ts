/**
 * Commands in a fleet. A company's files belong to the node that owns it, control.db to the node of company 1; other nodes
 * have copies, which nobody but the fleet may open. Loaded only where BALCAO_FLEET is set.
 */
import { join } from 'node:path'
import { openSessionStore, sessionEncryption } from '../src/channels/sessions/session-store'
import { fail } from '../src/errors'
import { type LastRecord, markRestored } from '../src/fleet/restored'
import type { FleetScope } from '../src/operator/backup/fleet-scope'
import type { FolderAccess } from '../src/operator/backup/restore'
import { processName, withExclusiveAccess } from '../src/operator/handover'
import type { CompanyFolders } from '../src/operator/moving-in/homes'
import { Refusal } from '../src/operator/refusal'
import { controlPath, type Databases } from '../src/platform/databases'
import { fleetNodePath } from '../src/platform/fleet-environment'
import { CONTROL, type Gate } from '../src/platform/gate'
import { findSecret } from '../src/platform/secret'
import type { AwayWork } from '../src/platform/wire'
import { CONTROL_COPY_NAME } from '../src/server/fleet/control-copy'
import type { WhereCompanyIs } from '../src/server/fleet/local-socket'
import { type LocalNode, localNode } from './commands/fleet/local'

export type FleetRule =
  /** Opens no database of the data folder. */
  | 'anywhere'
  /** On the node that owns control.db, of companies that are there. */
  | 'owner'
  /** Started by a server that has made sure of what it asks for. */
  | 'server'
  /** Refused, with the reason. */
  | { readonly refused: string }

/** Every command, by its words. */
export const fleetRules: Readonly<Record<string, FleetRule>> = {
  serve: 'anywhere',
  demo: {
    refused: 'The demo is for one machine: choose a folder of its own, and leave the BALCAO_FLEET settings out.',
  },
  'tenant create': 'owner',
  'tenant list': 'owner',
  'tenant show': 'owner',
  'tenant suspend': 'owner',
  'tenant resume': 'owner',
  'tenant delete': 'owner',
  'tenant restore': 'owner',
  'invoice list': 'owner',
  'invoice pay': 'owner',
  'plan list': 'owner',
  'plan create': 'owner',
  'plan assign': 'owner',
  'plan delete': 'owner',
  'user create': 'owner',
  'user list': 'owner',
  'user set-password': 'owner',
  'session list': 'owner',
  'session archive': 'owner',
  'session restore': 'owner',
  'settings list': 'owner',
  'settings get': 'owner',
  'settings set': 'owner',
  'settings unset': 'owner',
  'backup create': 'anywhere',
  'backup list': 'anywhere',
  'backup verify': 'anywhere',
  'backup restore': 'anywhere', // one company: see `requireControlHere`
  import: 'owner',
  activate: 'owner',
  'migrate status': 'anywhere',
  'migrate apply': 'server',
  update: 'anywhere',
  'watch-update': 'server',
  'try-update': 'server',
  doctor: 'owner',
  version: 'anywhere',
  simulator: 'anywhere',
  parse: 'server',
  'fleet init': 'anywhere',
  'fleet add-node': 'anywhere',
  'fleet join': 'anywhere',
  'fleet leave': 'anywhere',
  'fleet drain': 'anywhere',
  'fleet rebalance': 'anywhere',
  'fleet move': 'anywhere',
  'fleet status': 'anywhere',
  'fleet doctor': 'anywhere',
}

/** Throws a `Refusal` unless the command may run on this data folder. `words` are those of the command, such as `user create`. */
export async function requireFleetAllows(words: string, dataDir: string): Promise<void> {
  const rule = fleetRules[words]
  if (rule === 'anywhere' || rule === 'server') return
  if (rule !== 'owner') throw new Refusal(rule?.refused ?? `balcao ${words} is not made for a fleet.`)
  await requireControlHere(dataDir)
}

/** Throws a `Refusal` where control.db is not written. */
export async function requireControlHere(dataDir: string): Promise<void> {
  const { isHere, owner } = await localNode(dataDir).ask<{ isHere: boolean; owner: string | null }>('/company', {
    company: CONTROL,
  })
  if (isHere) return
  throw new Refusal(
    owner === null
      ? 'Nobody owns control.db at this moment. Try again in half a minute. See: balcao fleet status'
      : `In a fleet this command runs on the node that owns control.db, which is ${owner}. Run it there, or bring it here with company 1: balcao fleet move 1 ${thisNode()}`,
  )
}

/** Commands that open nothing of the data folder, or look after what is missing there. */
const needsNoFolder = (words: string): boolean =>
  ['version', 'simulator', 'demo'].includes(words) || words.startsWith('fleet ')

/** Throws a `Refusal` unless the command leaves the data folder alone, which is a node's, and whose fleet is not known. */
export async function requireNoFolder(words: string, dataDir: string): Promise<void> {
  if (needsNoFolder(words)) return
  throw new Refusal(
    `${dataDir} is the folder of a node in a fleet, and neither its fleet.env nor BALCAO_FLEET is there: without them it would serve companies that other nodes serve. Bring them back with balcao fleet join. If the fleet is no more, delete ${fleetNodePath(dataDir)}.`,
  )
}

const thisNode = () => process.env.BALCAO_FLEET_NODE ?? 'this node'

/** Companies whose files this process has opened, and those that it has created and no node knows yet. */
const opened = new Set<string>()
const created = new Set<string>()
/** Companies that the node owned when it was last asked. */
const owned = new Set<string>()

/** Asks again about a company, for a command that takes hours. */
export const lookIn = (dataDir: string) => async (company: string) => {
  const [found] = await ownedHere(dataDir)([company])
  if (found === undefined) owned.delete(company)
  else owned.add(company)
}

/** Those of the companies that the node owns. */
export const ownedHere = (dataDir: string) => (companies: readonly string[]) =>
  localNode(dataDir).ask<string[]>('/owned', { companies })

/** Opens only what this node owns. */
export async function ownedOnly(databases: Databases, dataDir: string): Promise<Databases> {
  const { findCompanyByUuid, listCompanies } = await import('../src/tenancy/companies')
  const companies = listCompanies(databases.control)
  const uuids = companies.map(({ uuid }) => uuid)
  owned.clear()
  for (const uuid of await ownedHere(dataDir)(uuids)) owned.add(uuid)
  opened.add(CONTROL)
  const findElsewhere = (uuid: string) => (owned.has(uuid) ? undefined : findCompanyByUuid(databases.control, uuid))
  return {
    ...databases,
    isAvailable: (uuid) => !findElsewhere(uuid) && databases.isAvailable(uuid),
    peek: (uuid, read) => (findElsewhere(uuid) ? fail('ERR_TENANT_UNAVAILABLE') : databases.peek(uuid, read)),
    tenant(uuid) {
      const company = findElsewhere(uuid)
      if (company)
        throw new Refusal(
          `Company ${company.id} "${company.name}" is on another node. Bring it here first: balcao fleet move ${company.id} ${thisNode()}`,
        )
      if (!companies.some((one) => one.uuid === uuid)) created.add(uuid) // a deleted one, which comes back
      opened.add(uuid)
      return databases.tenant(uuid)
    },
    create(uuid) {
      owned.add(uuid)
      created.add(uuid)
      return databases.create(uuid)
    },
  }
}

/** Brings a company to this node, before its folder is replaced or deleted. */
export const bringHere = (dataDir: string, company: string) =>
  localNode(dataDir).ask<WhereCompanyIs>('/bring', { company })

export const forgetIn = (dataDir: string) => (company: string) => localNode(dataDir).ask<void>('/forget', { company })

/** The node closes the company meanwhile, and ships what is in the folder then. */
export const lentFolderFor =
  (kind: AwayWork): FolderAccess =>
  (dataDir, uuid, work) => {
    const workOnLoan = async () => {
      const node = localNode(dataDir)
      const loan = { company: uuid, holder: processName(process.pid), work: kind }
      const after = await node.ask<LastRecord>('/lend', loan)
      const end = () => node.ask('/lend/end', { company: uuid })
      let result: Awaited<ReturnType<typeof work>>
      try {
        result = await work((made) => markFolder(dataDir, made, uuid, after))
      } catch (error) {
        await end().catch(() => {}) // what failed first says more
        throw error
      }
      await end()
      return result
    }
    return withExclusiveAccess(dataDir, uuid, workOnLoan, kind)
  }

const LOOK_MS = 50

/** For `balcao import`, which may take hours: what it has copied must still be so when it replaces it. */
export function movingFolders(dataDir: string): CompanyFolders {
  const node = localNode(dataDir)
  const find = (company: string) => node.ask<WhereCompanyIs>('/company', { company })
  const epochs = new Map<string, number>()
  return {
    async bring(company) {
      await bringHere(dataDir, company)
      let found = await find(company)
      // It is here a moment before all nodes know.
      for (; found.isHere && found.owner !== thisNode(); found = await find(company)) await Bun.sleep(LOOK_MS)
      epochs.set(company, found.epoch)
      owned.add(company)
    },
    access: (_, company, work) =>
      lentFolderFor('import')(dataDir, company, async (mark) => {
        const { name, epoch } = await find(company)
        if (epoch !== epochs.get(company))
          throw new Refusal(`"${name}" was moved to another node meanwhile. The same command goes on from here.`)
        return work(mark)
      }),
    async created(company) {
      await node.ask('/wait', { companies: [CONTROL] })
      await node.ask('/adopt', { company })
    },
  }
}

/** For a command that writes control.db for hours. */
export function holdControl(dataDir: string) {
  const node = localNode(dataDir)
  const left = new AbortController()
  const over = new AbortController()
  const leave = (words: string) => left.abort(new Refusal(words))
  return {
    /** Aborts when control.db leaves the node, which then waits until this process has ended, for a while. */
    signal: left.signal,
    /** Throws a `Refusal` if it is not here. */
    async begin(): Promise<void> {
      const { isHere } = await node.ask<WhereCompanyIs>('/company', { company: CONTROL })
      if (!isHere) throw new Refusal(CONTROL_LEFT)
      node.ask('/hold', { holder: processName(process.pid) }, over.signal).then(
        () => leave(CONTROL_LEFT),
        (error: unknown) => leave(error instanceof Error ? error.message : String(error)),
      )
    },
    end: () => over.abort(),
  }
}
const CONTROL_LEFT =
  'control.db goes to another node. Bring it back with company 1, and the same command goes on from here.'

/** Marks the folder of a company that the fleet has forgotten. */
export const markForgotten = (dataDir: string) => (folder: string, uuid: string) =>
  markFolder(dataDir, folder, uuid, null)

async function markFolder(dataDir: string, folder: string, company: string, after: LastRecord | null): Promise<void> {
  const secret = findSecret(dataDir)
  if (!secret) throw new Error(`${dataDir} has no secret.key`)
  openSessionStore(folder, company, sessionEncryption(secret)).close() // every company of a fleet has one
  await markRestored(folder, ['tenant.db', 'session.db'], { company, after })
}

/** An answer must come within minutes. */
const FILES_PER_QUESTION = 100

/** For a backup of what this node owns. */
export function backupScope(dataDir: string): FleetScope {
  const node = localNode(dataDir)
  const find = (company: string) => node.ask<WhereCompanyIs>('/company', { company })
  return {
    async findControl() {
      const { isHere } = await find(CONTROL)
      return isHere ? controlPath(dataDir) : join(dataDir, CONTROL_COPY_NAME)
    },
    async find(company) {
      const { isHere, owner, epoch } = await find(company)
      return { isHere, node: owner, epoch }
    },
    async bringFiles(company, files) {
      for (let at = 0; at < files.length; at += FILES_PER_QUESTION)
        await node.ask('/files', { company, files: files.slice(at, at + FILES_PER_QUESTION) })
    },
  }
}

/** What this process has committed is acknowledged when the node says so. */
export function gateOver(dataDir: string): Gate {
  const node: LocalNode = localNode(dataDir)
  const settle = async (companies: readonly string[]) => {
    for (const company of created) await node.ask('/adopt', { company })
    created.clear()
    await node.ask('/wait', { companies })
  }
  return {
    wait: (company) => (opened.has(company) ? settle([company]) : undefined),
    waitForAll: () => (opened.size === 0 ? undefined : settle([...opened])),
  }
}
