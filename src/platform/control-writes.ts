/**
 * How a company's code writes to control.db: by an operation's name. Only the installation's owner writes there itself; in a
 * fleet that is one node, and the others send it the operation. So arguments and result are plain JSON, and an operation
 * that is sent again is not run again. Await it before or after a transaction of the company, never inside.
 */
import * as v from 'valibot'
import { AppError, errors as coreErrors, type DefinedError, type ErrorCode, fail } from '../errors'
import type { Wait } from './gate'
import { inControl } from './operator-storage'
import { execute, getValue } from './sql'
import type { ControlDb, WritableControl } from './sqlite'
import { type Clock, DAY } from './time'

/** The type itself if JSON carries it, and something it cannot be assigned to if not: dates, maps, bytes, functions. */
export type Plain<T> = T extends bigint | symbol | ((...given: never) => unknown)
  ? never
  : T extends object
    ? { readonly [K in keyof T]: Plain<T[K]> }
    : T

export type ControlWrite<Args = unknown, Result = unknown> = {
  readonly name: string
  readonly args: v.GenericSchema<unknown, Args>
  run(control: WritableControl, now: number, args: Args): Result
}

/** `name` is the module's and what happens, such as `support.request`. Undefined in a result or in arguments is left out. */
export const defineControlWrite = <const Schema extends v.GenericSchema, Result>(
  name: string,
  args: Schema & IfPlain<v.InferOutput<Schema>>,
  run: ((control: WritableControl, now: number, args: v.InferOutput<Schema>) => Result) & IfPlain<Result>,
): ControlWrite<v.InferOutput<Schema>, Result> => ({ name, args, run })
type IfPlain<T> = T extends Plain<T> ? unknown : never

/** The node that writes control.db does not know the operation, or not with these arguments: it runs another version. */
export class UnknownControlWrite extends Error {}

export interface ControlWrites {
  /**
   * Runs it in one transaction of control.db, at once in the process that owns it. When the promise resolves, this node's
   * copy shows what was written. Rejects with what the operation throws.
   */
  run<Args, Result>(operation: ControlWrite<Args, Result>, args: NoInfer<Args>): Promise<Result>
  /**
   * Runs what another node asks for. It gives each write an id, and asks again under it while no answer came: a write that
   * was run is answered, and not run again. Throws what is the file's fault, not the asker's.
   */
  receive(asked: AskedWrite): WriteAnswer
}

export type AskedWrite = { readonly id: string; readonly name: string; readonly args: unknown }
/** `failed`: what the operation threw for people to read. `unknown`: this version has no such operation or arguments. */
export type WriteAnswer =
  | { readonly is: 'done'; readonly result?: unknown }
  | { readonly is: 'failed'; readonly code: string; readonly details?: unknown }
  | { readonly is: 'unknown'; readonly words: string }
/** Nobody asks again after this time. */
const REMEMBERED = DAY

type Deps = {
  /** Called only where control.db is written. */
  control(): WritableControl
  /** Asks the node of a fleet that writes control.db, until it answers. */
  readonly ask?: ((asked: AskedWrite) => Promise<WriteAnswer>) | undefined
  /** Whether this process writes control.db itself, which changes in a fleet. By default it does if it cannot ask. */
  readonly isOwned?: (() => boolean) | undefined
  /** What is written here counts when this resolves. */
  readonly wait?: Wait | undefined
  readonly clock: Clock
  readonly operations: readonly ControlWrite[]
  /** All that an operation may throw, besides those of the core. */
  readonly errors: readonly DefinedError[]
  /** For tests. */
  readonly around?: AroundControlWrite | undefined
}
/** Called around each operation; `run` is its transaction. */
export type AroundControlWrite = <T>(operation: ControlWrite, args: unknown, run: () => T) => T

export function createControlWrites({
  control,
  clock,
  operations,
  errors,
  ask,
  isOwned = () => !ask,
  wait,
  around = (_, __, run) => run(),
}: Deps): ControlWrites {
  const known = new Map(operations.map((operation) => [operation.name, operation]))

  function write<Args, Result>(operation: ControlWrite<Args, Result>, args: Args): Result {
    const own = control()
    return around(operation as ControlWrite, args, () => inControl(own, () => operation.run(own, clock(), args)))
  }

  function resultOf(answer: WriteAnswer): unknown {
    if (answer.is === 'done') return answer.result
    if (answer.is === 'unknown') throw new UnknownControlWrite(answer.words)
    const { code, details } = answer
    return fail(isCoreError(code) ? code : (errors.find((one) => one.code === code) ?? 'ERR_INTERNAL'), details)
  }

  return {
    async run<Args, Result>(operation: ControlWrite<Args, Result>, args: Args): Promise<Result> {
      // A fleet finds it by its name.
      if (known.get(operation.name) !== operation) throw new Error(`no module lists the operation ${operation.name}`)
      if (!ask || isOwned()) {
        const result = write(operation, args)
        const until = wait?.()
        if (until) await until
        return result
      }
      const answer = await ask({ id: crypto.randomUUID(), name: operation.name, args })
      return resultOf(answer) as Result // of the same operation
    },
    receive({ id, name, args }) {
      const operation = known.get(name)
      if (!operation) return { is: 'unknown', words: `there is no operation ${name}: the node runs another version` }
      const parsed = v.safeParse(operation.args, args)
      if (!parsed.success) return { is: 'unknown', words: `${name}: ${parsed.issues.map(faultOf).join('; ')}` }
      const answered = findAnswer(control(), id)
      if (answered !== undefined) return { is: 'done', result: readAnswer(answered) }
      try {
        return { is: 'done', result: write(once(operation, id), parsed.output) }
      } catch (error) {
        if (error instanceof AppError) return { is: 'failed', code: error.code, details: error.details }
        throw error
      }
    },
  }
}

const isCoreError = (code: string): code is ErrorCode => Object.hasOwn(coreErrors, code)

/** The same, in one transaction with its answer. */
const once = ({ name, args, run }: ControlWrite, id: string): ControlWrite => ({
  name,
  args,
  run(control, now, given) {
    const result = run(control, now, given)
    execute(control, 'INSERT INTO control_writes (id, result, at) VALUES (?, ?, ?)', [id, answerOf(result), now])
    execute(control, 'DELETE FROM control_writes WHERE at < (? + 0)', now - REMEMBERED)
    return result
  },
})

const findAnswer = (control: ControlDb, id: string): string | undefined =>
  getValue<string>(control, 'SELECT result FROM control_writes WHERE id = ?', id)

/** JSON has no `undefined`. */
const answerOf = (result: unknown): string => JSON.stringify(result === undefined ? [] : [result])
const readAnswer = (answer: string): unknown => (JSON.parse(answer) as readonly unknown[])[0] // written above

const faultOf = (issue: v.BaseIssue<unknown>): string =>
  [v.getDotPath(issue), issue.message].filter((word) => word !== null).join(': ')
