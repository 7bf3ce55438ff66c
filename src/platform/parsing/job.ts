/** What can be asked of a parsing process: its name, the shapes of question and answer, and how far it may go. */
import * as v from 'valibot'
import { SECOND } from '../time'

export type ParseJob<A, R> = {
  readonly name: string
  readonly args: v.GenericSchema<A>
  readonly answer: v.GenericSchema<R>
  /** Milliseconds from its beginning to its end; then its process is killed. */
  readonly ms: number
  /** What its process may occupy meanwhile. */
  readonly megabytes: number
}

type Described<A, R> = Pick<ParseJob<A, R>, 'name' | 'args' | 'answer'> & Partial<ParseJob<A, R>>

export const defineParseJob = <A, R>(job: Described<A, R>): ParseJob<A, R> => ({
  ms: 2 * SECOND,
  megabytes: 512,
  ...job,
})

/** Question and answer as lines on the pipes between the server and its parsing process. */
export const Question = v.object({ job: v.string(), args: v.unknown(), ms: v.number() })
export const Answer = v.union([v.object({ answer: v.unknown() }), v.object({ failure: v.string() })])
/** The process's first line. */
export const READY = 'ready'
