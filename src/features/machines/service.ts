/** The machines of a fleet: what the operator's page shows of them, and the moves that it plans. Null without a fleet. */

import { fail } from '../../errors'
import { isOrderRefused } from '../../fleet/placement/order-refused'
import type { CompanyStatus, FleetStatus } from '../../fleet/placement/status'
import type { FleetView } from '../../fleet/view'
import type { Databases } from '../../platform/databases'
import { operatorsOnly } from '../../platform/events'
import { instant } from '../../platform/formats'
import { nextRun } from '../../platform/jobs'
import { defineService, type Services } from '../../platform/module'
import { DAY, HOUR } from '../../platform/time'
import { findCompany, findCompanyOrFail } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { createDiskUses } from '../../tenancy/disk'
import type { Company } from '../../tenancy/tables'
import { type CompanyThere, type CompanyWanted, createFleetCompanies, type FleetCompanies } from './companies'
import {
  findStoredMove,
  listStoredMoves,
  removeMove,
  type StoredMove,
  storeFault,
  storeMove,
  storeStart,
} from './company-moves'
import { type Fleet, type MachineCompanies, type MoveChoices, machinesChanged, type NewMove } from './contract'
import { machineErrors } from './errors'
import { forgetMachine, listKnownMachines, noteMachines } from './known-machines'
import { ANSWER_TIMEOUT_MS, answered, faultOf, NoAnswer, ordered } from './orders'
import { listTargets, showMachines } from './page'

declare module '../../platform/module' {
  interface Services {
    readonly machines: FleetMachines | null
    /** Makes the demo's machines; null elsewhere. */
    readonly sampleMachines: ((services: MachineServices) => FleetMachines) | null
  }
}

export type MachineServices = Pick<Services, 'clock' | 'log' | 'hub' | 'operatorSettings'> & {
  readonly databases: Pick<Databases, 'control' | 'writableControl' | 'isControlHere'>
  /** Bytes of a company's folder; null until they are known. */
  diskOf(uuid: string): number | null
}
type MachineOptions = { readonly answerTimeoutMs?: number; readonly isSample?: boolean; stopped?(): void }

/** Pages are told of changes at most this often. */
const TELL_INTERVAL_MS = 250
/** Loads change all the time, and nothing reports it. */
const KNOWN_MS = 500
/** A move that is later than this is not made up for: people would notice it in the middle of the day. */
const LATE_MS = 2 * HOUR

export class FleetMachines {
  readonly #fleet: FleetView
  readonly #services: MachineServices
  readonly #companies: FleetCompanies
  readonly #options: MachineOptions
  #isStopped = false
  #timer: Timer | undefined
  #looking: Promise<void> | undefined
  #known: { readonly status: FleetStatus; readonly at: number } | undefined

  constructor(fleet: FleetView, services: MachineServices, options: MachineOptions = {}) {
    this.#fleet = fleet
    this.#options = options
    this.#services = services
    this.#companies = createFleetCompanies({ control: services.databases.control, diskOf: services.diskOf })
    void fleet.until(() => {
      this.#known = undefined
      if (!this.#isStopped) this.#noteChange()
      return this.#isStopped
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#looking
    this.#options.stopped?.()
  }

  /** Fails if there is no such company. */
  nameOf(companyId: number): string {
    return findCompanyOrFail(this.#services.databases.control, companyId).name
  }

  show(): Fleet {
    const { databases, clock } = this.#services
    const status = this.#status()
    return {
      machines: showMachines(status, listKnownMachines(databases.control), this.#ownerOfFirst(status), clock()),
      companies: this.#companies.count(status),
      nextHour: instant(this.#nextHour()),
      isSample: this.#options.isSample ?? false,
    }
  }

  listCompanies = (wanted: CompanyWanted): MachineCompanies => this.#companies.page(this.#status(), wanted)

  /** Fails if there is no such company. */
  showChoices(companyId: number): MoveChoices {
    const status = this.#status()
    const { there, all } = this.#find(status, companyId)
    const company = this.#companies.show(there, all)
    return { company, targets: listTargets(status, there, company), nextHour: instant(this.#nextHour()) }
  }

  /** Moves the company now or at the hour, in place of what was planned. Returns where it was. */
  async move(companyId: number, { to, when }: NewMove): Promise<string | null> {
    const { databases, clock } = this.#services
    const company = findCompanyOrFail(databases.control, companyId)
    const status = this.#status()
    const at = status.companies.find(({ uuid }) => uuid === company.uuid)
    if (!at) return fail(machineErrors.ERR_COMPANY_NOT_IN_FLEET)
    if (at.move) return fail(machineErrors.ERR_COMPANY_MOVING)
    if (at.owner === to) return fail(machineErrors.ERR_COMPANY_THERE)
    this.#requireTarget(status, at, to)
    const control = databases.writableControl()
    if (when === 'hour') storeMove(control, { companyId, machine: to, at: this.#nextHour(), startedAt: null })
    else {
      storeMove(control, { companyId, machine: to, at: clock(), startedAt: clock() })
      try {
        await this.#order(() => this.#fleet.move(company.uuid, to))
      } catch (error) {
        if (databases.isControlHere()) removeMove(databases.writableControl(), companyId)
        throw error
      }
    }
    this.#noteChange()
    return at.owner
  }

  /** Cancels what is planned, calls off what is under way, or dismisses what has failed. Returns where it should have gone. */
  async cancelMove(companyId: number): Promise<string> {
    const { databases } = this.#services
    const { uuid } = findCompanyOrFail(databases.control, companyId)
    const stored = findStoredMove(databases.control, companyId)
    const underWay = this.#fleet.findMove(uuid)
    const to = underWay?.to ?? stored?.machine ?? fail(machineErrors.ERR_NO_MOVE_FOUND)
    if (underWay && !(await this.#order(() => this.#fleet.stopMove(uuid)))) fail(machineErrors.ERR_MOVE_TOO_LATE)
    removeMove(databases.writableControl(), companyId)
    this.#noteChange()
    return to
  }

  async drain(name: string): Promise<void> {
    this.#requireKnown(this.#status(), name)
    const fleet = this.#fleet
    await this.#order(async () => {
      await fleet.drain(name)
      await fleet.until(() => fleet.findDrain(name) !== undefined)
    })
    this.#noteChange()
  }

  async stopDrain(name: string): Promise<void> {
    this.#requireKnown(this.#status(), name)
    const fleet = this.#fleet
    await this.#order(async () => {
      await fleet.stopDrain(name)
      await fleet.until(() => fleet.findDrain(name) === undefined)
    })
    this.#noteChange()
  }

  /** Spreads the companies anew, one after the other. Returns how many shall move. */
  async rebalance(): Promise<number> {
    if (this.#status().nodes.filter(({ isRunning, drain }) => isRunning && !drain).length < 2)
      return fail(machineErrors.ERR_NO_OTHER_MACHINE)
    const moves = await this.#order(() => this.#fleet.rebalance())
    this.#noteChange()
    return moves
  }

  /** A machine that is gone for good is no longer shown. */
  forget(name: string): void {
    const status = this.#status()
    this.#requireKnown(status, name)
    const node = status.nodes.find((one) => one.name === name)
    const isNeeded = status.companies.some(({ owner }) => owner === name)
    if (node?.isRunning || isNeeded) fail(machineErrors.ERR_MACHINE_IN_USE)
    forgetMachine(this.#services.databases.writableControl(), name)
    this.#noteChange()
  }

  /** Remembers machines, and carries on with moves. Called again and again, where control.db is written. */
  lookAfter(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look(): Promise<void> {
    const { databases, clock } = this.#services
    if (this.#isStopped || !databases.isControlHere()) return
    let hasChanged = noteMachines(databases.writableControl(), this.#status(), clock())
    for (const move of listStoredMoves(databases.control)) {
      if (this.#isStopped || !databases.isControlHere()) return
      if (move.fault === null && (await this.#carryOn(move))) hasChanged = true
    }
    if (hasChanged) this.#noteChange()
  }

  /** Returns whether the stored move has changed. One move that was planned begins after the other. */
  async #carryOn(move: StoredMove): Promise<boolean> {
    const { databases, clock } = this.#services
    const control = databases.writableControl()
    const { companyId, machine, at, startedAt } = move
    const company = findCompany(control, companyId)
    if (!company) return removeMove(control, companyId)
    const { uuid } = company
    if (this.#fleet.findMove(uuid)) return false
    const owner = this.#status().companies.find((one) => one.uuid === uuid)?.owner
    if (owner === machine) return removeMove(control, companyId)
    if (startedAt !== null) {
      if (owner === null || owner === undefined) return false // it is about to open
      storeFault(control, companyId, 'stopped')
      return true
    }
    if (at > clock() || this.#isMovingPlanned()) return false
    if (clock() - at > LATE_MS) storeFault(control, companyId, 'late')
    else await this.#begin(company, move)
    return true
  }

  async #begin({ uuid }: Company, { companyId, machine }: StoredMove): Promise<void> {
    const { databases, clock, log } = this.#services
    storeStart(databases.writableControl(), companyId, clock())
    try {
      await answered(this.#fleet.move(uuid, machine), this.#answerTimeout())
    } catch (error) {
      if (!isOrderRefused(error) && !(error instanceof NoAnswer)) throw error
      log.warn({ tenant: uuid, why: error.message }, 'a planned move did not come about')
      // Whoever writes control.db now finds the move begun, and sees what has become of it.
      if (!databases.isControlHere()) return
      const fault = isOrderRefused(error) && error.fault ? faultOf[error.fault] : 'unanswered'
      storeFault(databases.writableControl(), companyId, fault)
    }
  }

  /** Costs tens of milliseconds with ten thousand companies, and several requests come together. */
  #status(): FleetStatus {
    const now = performance.now()
    if (!this.#known || now - this.#known.at > KNOWN_MS) this.#known = { status: this.#fleet.status(), at: now }
    return this.#known.status
  }

  #order<T>(order: () => Promise<T>): Promise<T> {
    return ordered(order, this.#services.log, this.#answerTimeout())
  }

  #answerTimeout(): number {
    return this.#options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS
  }

  #isMovingPlanned(): boolean {
    const { control } = this.#services.databases
    return listStoredMoves(control).some(
      ({ companyId, startedAt, fault }) =>
        startedAt !== null && fault === null && this.#fleet.findMove(findCompany(control, companyId)?.uuid ?? ''),
    )
  }

  #find(status: FleetStatus, companyId: number): { there: CompanyThere; all: readonly CompanyThere[] } {
    const all = this.#companies.list(status)
    const there = all.find(({ company }) => company.id === companyId) ?? fail('ERR_NO_COMPANY_FOUND')
    return { there, all }
  }

  #requireTarget(status: FleetStatus, { schema }: CompanyStatus, to: string): void {
    this.#requireKnown(status, to)
    const node = status.nodes.find(({ name }) => name === to)
    if (!node?.isRunning) fail(machineErrors.ERR_MACHINE_SILENT)
    if (node.drain) fail(machineErrors.ERR_MACHINE_EMPTYING)
    if (node.schema < schema) fail(machineErrors.ERR_MACHINE_TOO_OLD)
  }

  #requireKnown({ nodes }: FleetStatus, name: string): void {
    const known = listKnownMachines(this.#services.databases.control)
    if (![...nodes, ...known].some((machine) => machine.name === name)) fail(machineErrors.ERR_NO_MACHINE_FOUND)
  }

  #ownerOfFirst({ companies }: FleetStatus): string | null {
    const uuid = findCompany(this.#services.databases.control, OPERATOR_COMPANY)?.uuid
    return companies.find((company) => company.uuid === uuid)?.owner ?? null
  }

  #nextHour(): number {
    const { operatorSettings, databases, clock } = this.#services
    const timeZone = findCompany(databases.control, OPERATOR_COMPANY)?.timeZone ?? 'UTC'
    return nextRun(`0 ${operatorSettings.read('updateHour')} * * *`, clock(), timeZone) ?? clock() + DAY
  }

  /** Costs nothing while no operator has a page open. */
  #noteChange(): void {
    const { hub } = this.#services
    if (this.#timer || !hub.of(OPERATOR_COMPANY).some(({ actor }) => actor.super)) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (!this.#isStopped) hub.emitByOperator(machinesChanged({}), operatorsOnly)
    }, TELL_INTERVAL_MS)
  }
}

export const machines = defineService('machines', {
  create(services) {
    const { clock, log, hub, operatorSettings, databases, fleet, sampleMachines } = services
    const { of: diskOf } = createDiskUses(databases.dataDir, clock)
    const needed = { clock, log, hub, operatorSettings, databases, diskOf }
    return fleet ? new FleetMachines(fleet, needed) : (sampleMachines?.(needed) ?? null)
  },
  stop: (machines) => machines?.stop(),
})
