/**
 * How a company's code writes to control.db: by an operation's name. Only the installation's owner writes there itself; in a
 * fleet that is one node, and the others send it the operation. So arguments and result are plain JSON, and an operation is
 * safe to repeat: it sets a state, or its caller chose the id of what it adds. Await it before or after a transaction of the
 * company, never inside.
 */
import * as v from 'valibot'
import { inControl } from './operator-storage'
import type { WritableControl } from './sqlite'
import type { Clock } from './time'

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

/** Another node asks for what this version does not know: it runs another one. */
export class UnknownControlWrite extends Error {}

export interface ControlWrites {
  /** Runs it in one transaction of control.db, at once in the process that owns it. Rejects with what the operation throws. */
  run<Args, Result>(operation: ControlWrite<Args, Result>, args: NoInfer<Args>): Promise<Result>
  /** Runs what another node asks for. Throws `UnknownControlWrite` for a name or arguments that are not known. */
  receive(name: string, args: unknown): unknown
}

type Deps = {
  control(): WritableControl
  readonly clock: Clock
  readonly operations: readonly ControlWrite[]
  /** For tests. */
  readonly around?: AroundControlWrite | undefined
}
/** Called around each operation; `run` is its transaction. */
export type AroundControlWrite = <T>(operation: ControlWrite, args: unknown, run: () => T) => T

export function createControlWrites({
  control,
  clock,
  operations,
  around = (_, __, run) => run(),
}: Deps): ControlWrites {
  const known = new Map(operations.map((operation) => [operation.name, operation]))

  function write<Args, Result>(operation: ControlWrite<Args, Result>, args: Args): Result {
    const own = control()
    return around(operation as ControlWrite, args, () => inControl(own, () => operation.run(own, clock(), args)))
  }

  return {
    async run(operation, args) {
      // A fleet finds it by its name.
      if (known.get(operation.name) !== operation) throw new Error(`no module lists the operation ${operation.name}`)
      return write(operation, args)
    },
    receive(name, args) {
      const operation = known.get(name)
      if (!operation) throw new UnknownControlWrite(`there is no operation ${name}: the node runs another version`)
      const parsed = v.safeParse(operation.args, args)
      if (!parsed.success) throw new UnknownControlWrite(`${name}: ${parsed.issues.map(faultOf).join('; ')}`)
      return write(operation, parsed.output)
    },
  }
}

const faultOf = (issue: v.BaseIssue<unknown>): string =>
  [v.getDotPath(issue), issue.message].filter((word) => word !== null).join(': ')
