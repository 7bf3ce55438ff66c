/** The state of a run, which other processes read while it works. */
import * as v from 'valibot'
import { MovingRefusal } from '../../moving-in/contract'

/** `state` of the last run. `running` by a process that is gone means that it was killed. */
export const MovingState = v.object({
  state: v.picklist(['running', 'done', 'failed', 'stopped']),
  isDryRun: v.boolean(),
  pid: v.number(),
  /** Reading the dump, ordering its rows, or a step of a company. */
  step: v.string(),
  /** Bytes of the dump, or rows of the step. */
  done: v.number(),
  /** Null if unknown. */
  total: v.nullable(v.number()),
  /** Its name, and which of how many. */
  company: v.nullable(v.object({ name: v.string(), theirs: v.string(), at: v.number(), of: v.number() })),
  /** Rows of each step of this company that are done. */
  rows: v.optional(v.record(v.string(), v.number()), {}),
  startedAt: v.number(),
  endedAt: v.nullable(v.number()),
  problem: v.nullable(v.string()),
  /** The same for screens; null if only the words are known. */
  refusal: v.optional(v.nullable(MovingRefusal), null),
})
export type MovingState = v.InferOutput<typeof MovingState>
