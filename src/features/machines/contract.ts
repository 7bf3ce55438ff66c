/** The machines of a fleet and the companies on them, as the operator's browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id, Instant, text } from '../../platform/formats'

export const COMPANIES_A_PAGE = 50

const Count = v.number()
/** Between 0 and 1. */
const Share = v.number()

export const MachineUse = v.object({
  cpu: Share,
  memory: Share,
  disk: Share,
  connections: Count,
})
export type MachineUse = v.InferOutput<typeof MachineUse>

/**
 * `emptying`: it gives its companies to the others. `leaving`: the same, and then it ends. `silent`: it should answer and does
 * not. `stopped`: it ended in order.
 */
export const machineStates = ['running', 'emptying', 'leaving', 'silent', 'stopped'] as const

export const Machine = v.object({
  name: v.string(),
  /** For other machines. */
  address: v.string(),
  version: v.string(),
  state: v.picklist(machineStates),
  /** Since when it is silent or stopped. */
  since: v.nullable(Instant),
  startedAt: v.nullable(Instant),
  /** It owns the operator's company and what the installation knows. */
  isFirst: v.boolean(),
  companies: Count,
  copies: Count,
  /** While it is emptied: how many are left. */
  emptying: v.nullable(v.object({ left: Count })),
  /** Null if the machine does not say. */
  load: v.nullable(
    v.object({
      ...MachineUse.entries,
      connectionsUp: Count,
      cpus: Count,
      memoryBytes: Count,
      diskBytes: Count,
      /** Share of the machine's memory that the companies on it use. */
      ownMemory: Share,
    }),
  ),
  /** Milliseconds until what it writes is on other machines, too. */
  lag: v.nullable(v.number()),
})
export type Machine = v.InferOutput<typeof Machine>

export const Fleet = v.object({
  machines: v.array(Machine),
  companies: v.object({
    total: Count,
    ownerless: Count,
    uncopied: Count,
    moving: Count,
    planned: Count,
    failed: Count,
  }),
  /** When the hour of planned moves comes next. */
  nextHour: Instant,
  /** The demo's, which runs on one machine. */
  isSample: v.boolean(),
})
export type Fleet = v.InferOutput<typeof Fleet>
/** `fleet` is null where one machine is the whole installation. */
export const Machines = v.object({ fleet: v.nullable(Fleet) })
export type Machines = v.InferOutput<typeof Machines>

/** In this order: it waits for its hour; its copy is made, it closes, it opens there; or it did not come about. */
export const moveSteps = ['planned', 'copies', 'closes', 'opens', 'failed'] as const
/**
 * Why a move did not come about. `late`: nobody was there at its hour. `stopped`: it began, and the company stayed where it
 * was. The others are refusals.
 */
export const moveFaults = [
  'late',
  'stopped',
  'silent',
  'emptying',
  'tooOld',
  'full',
  'noCompany',
  'unanswered',
] as const
export type MoveFault = (typeof moveFaults)[number]

export const CompanyMove = v.object({
  to: v.string(),
  step: v.picklist(moveSteps),
  /** When it is planned, or was. Null if it was ordered elsewhere, such as by emptying the machine. */
  at: v.nullable(Instant),
  fault: v.nullable(v.picklist(moveFaults)),
})
export type CompanyMove = v.InferOutput<typeof CompanyMove>

export const MachineCompany = v.object({
  id: Id,
  name: v.string(),
  active: v.boolean(),
  /** It answers there. Null while nobody has it. */
  machine: v.nullable(v.string()),
  /** The machine that keeps its copy. */
  copy: v.nullable(v.string()),
  /** The copy has everything. */
  isCopied: v.boolean(),
  /** Entries that the copy has not taken yet. Null if it does not say. */
  behind: v.nullable(Count),
  people: Count,
  connections: Count,
  /** Bytes; null until they are measured. */
  disk: v.nullable(Count),
  /** Share of what all companies on its machine need. */
  share: Share,
  isFirst: v.boolean(),
  move: v.nullable(CompanyMove),
})
export type MachineCompany = v.InferOutput<typeof MachineCompany>

export const companyFilters = ['moving', 'planned', 'failed', 'ownerless', 'uncopied'] as const
export type CompanyFilter = (typeof companyFilters)[number]

export const MachineCompanies = v.object({
  records: v.array(MachineCompany),
  count: Count,
  hasMore: v.boolean(),
})
export type MachineCompanies = v.InferOutput<typeof MachineCompanies>

/** `here`: the company is there already. */
export const targetObstacles = ['here', 'silent', 'stopped', 'emptying', 'leaving', 'tooOld', 'full'] as const
export const MoveTarget = v.object({
  machine: v.string(),
  obstacle: v.nullable(v.picklist(targetObstacles)),
  /** The company's copy is there, so that nothing large is copied. */
  hasCopy: v.boolean(),
  now: v.nullable(MachineUse),
  /** An estimate from what the company needs where it is. */
  after: v.nullable(MachineUse),
})
export type MoveTarget = v.InferOutput<typeof MoveTarget>
export const MoveChoices = v.object({
  company: MachineCompany,
  /** Best first, and those that are out of the question last. */
  targets: v.array(MoveTarget),
  nextHour: Instant,
})
export type MoveChoices = v.InferOutput<typeof MoveChoices>

export const MACHINE_NAME_LENGTH = 63
/** Body of `PUT /machines/companies/:id/move`. */
export const OrderMove = v.object({
  to: text(MACHINE_NAME_LENGTH, 'form.invalid'),
  when: v.picklist(['now', 'hour'], 'form.invalid'),
})
export type NewMove = v.InferInput<typeof OrderMove>

/** How many companies shall move. */
export const Rebalance = v.object({ moves: Count })

/** Sent to the operator's people. */
export const machinesChanged = defineEvent('machines.changed', v.object({}))
