/**
 * What nodes ask of the node that owns control.db: to write, and to find claims. It answers with the position in the log that the
 * answer shows; whoever asked goes on when its copy is there.
 */
import * as v from 'valibot'
import { AppError, fail } from '../../errors'
import { forwardingErrors } from '../../fleet/forwarding/errors'
import type { AskedWrite, ControlWrites, WriteAnswer } from '../../platform/control-writes'
import { NotAcknowledged } from '../../platform/gate'
import type { ControlDb } from '../../platform/sqlite'
import { SECOND } from '../../platform/time'
import { type Claim, type ClaimKind, findClaim } from '../../tenancy/claim-bucket'
import { controlErrors } from './errors'

/** JSON in both directions. Rejects if nobody answers in time; the owner may have begun then. */
export type AskOwner = (question: ControlQuestion, within: number) => Promise<unknown>

const Asked = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  name: v.string(),
  args: v.unknown(),
})
const Kind = v.picklist(['email', 'account'])
const ControlQuestion = v.variant('ask', [
  v.object({ ask: v.literal('write'), write: Asked }),
  v.object({ ask: v.literal('claim'), kind: Kind, value: v.string() }),
])
export type ControlQuestion = v.InferOutput<typeof ControlQuestion>

const Position = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Written = v.variant('is', [
  v.object({ is: v.literal('done'), result: v.optional(v.unknown()) }),
  v.object({ is: v.literal('failed'), code: v.string(), details: v.optional(v.unknown()) }),
  v.object({ is: v.literal('unknown'), words: v.string() }),
])
const FoundClaim = v.object({
  tenantUuid: v.string(),
  connectionId: v.exactOptional(v.number()),
  revision: v.number(),
  takenAt: v.number(),
})
/** `elsewhere`: the node that was asked does not own control.db. Nothing was begun. */
const Elsewhere = v.object({ is: v.literal('elsewhere') })
const WriteReply = v.union([Elsewhere, v.object({ is: v.literal('here'), position: Position, answer: Written })])
const ClaimReply = v.union([
  Elsewhere,
  v.object({ is: v.literal('here'), position: Position, answer: v.nullable(FoundClaim) }),
])

/** How long a write waits for an owner: longer than a node without a standby needs to take over. */
const WITHIN = 20 * SECOND
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 500]

/** Codes that say that nothing was begun. */
const NOT_BEGUN: ReadonlySet<string> = new Set([
  controlErrors.ERR_CONTROL_ELSEWHERE.code,
  forwardingErrors.ERR_COMPANY_MOVING.code,
])
const isNotBegun = (error: unknown): boolean => error instanceof AppError && NOT_BEGUN.has(error.code)

export type ControlAskingDeps = {
  readonly askOwner: AskOwner
  readonly control: () => ControlDb
  readonly isOwned: () => boolean
  /** As `Gate.wait`. */
  readonly wait: () => Promise<void> | undefined
  /** Sequence of the newest record that reads here show, or that is acknowledged where control.db is owned. */
  readonly position: () => number
  /** Milliseconds that are waited for an owner; for tests. */
  readonly within?: number | undefined
}

export class ControlAsking {
  readonly #deps: ControlAskingDeps
  #writes: ControlWrites | undefined
  readonly #waiting = new Set<() => void>()

  constructor(deps: ControlAskingDeps) {
    this.#deps = deps
  }

  attach(writes: ControlWrites): void {
    this.#writes = writes
  }

  /** Call it when this node's copy has a record more, or this node has become the owner. */
  reached(): void {
    for (const look of [...this.#waiting]) look()
  }

  /** Asks again under the same id until there is an answer. */
  async write(write: AskedWrite): Promise<WriteAnswer> {
    return this.#answered({ ask: 'write', write }, WriteReply)
  }

  async findClaim(kind: ClaimKind, value: string): Promise<Claim | undefined> {
    return (await this.#answered({ ask: 'claim', kind, value }, ClaimReply)) ?? undefined
  }

  /** Answers another node. Rejects with `NotAcknowledged` if nobody may read the answer. */
  async answer(asked: unknown): Promise<unknown> {
    const question = v.safeParse(ControlQuestion, asked)
    if (!question.success)
      return { is: 'here', position: 0, answer: { is: 'unknown', words: 'a question of another version' } }
    return this.#answerTo(question.output)
  }

  async #answerTo(question: ControlQuestion) {
    if (!this.#deps.isOwned()) return { is: 'elsewhere' } as const
    const answer = this.#lookUp(question)
    await this.#deps.wait()
    return { is: 'here', position: this.#deps.position(), answer } as const
  }

  #lookUp(question: ControlQuestion) {
    if (question.ask === 'claim') return findClaim(this.#deps.control(), question.kind, question.value) ?? null
    if (!this.#writes) throw new Error('a write was asked for before the server was open')
    return this.#writes.receive(question.write)
  }

  async #answered<A>(
    question: ControlQuestion,
    schema: v.GenericSchema<unknown, { is: 'elsewhere' } | { is: 'here'; position: number; answer: A }>,
  ): Promise<A> {
    const end = performance.now() + (this.#deps.within ?? WITHIN)
    let mayHaveBegun = false
    for (let tries = 0; ; tries++) {
      const left = Math.max(1, end - performance.now())
      try {
        const isHere = this.#deps.isOwned()
        const reply = isHere ? await this.#answerTo(question) : await this.#deps.askOwner(question, left)
        const read = v.parse(schema, reply)
        if (read.is === 'here') {
          mayHaveBegun = true
          if (await this.#shows(read.position, end)) return read.answer
        }
      } catch (error) {
        // What this node's own file says is no reason to ask again.
        if (this.#deps.isOwned() && !(error instanceof NotAcknowledged)) throw error
        mayHaveBegun ||= !isNotBegun(error)
      }
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)
      if (performance.now() + pause >= end)
        fail(mayHaveBegun ? controlErrors.ERR_CONTROL_UNREACHED : controlErrors.ERR_CONTROL_ELSEWHERE, {
          retryAfter: 2,
        })
      await Bun.sleep(pause)
    }
  }

  /** Resolves when reads here show the position, with false if they do not in time. */
  #shows(position: number, end: number): Promise<boolean> {
    const { isOwned, position: now } = this.#deps
    const isShown = () => isOwned() || now() >= position
    if (isShown()) return Promise.resolve(true)
    return new Promise((resolve) => {
      const settle = (found: boolean) => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve(found)
      }
      const look = () => {
        if (isShown()) settle(true)
      }
      const timer = setTimeout(() => settle(false), Math.max(0, end - performance.now()))
      this.#waiting.add(look)
    })
  }
}
