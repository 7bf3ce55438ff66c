/** What can be asked of a parsing process: its name, the shapes of question and answer, and how far it may go. */
import * as v from 'valibot'
import { SECOND } from '../time'

export type Lane = 'files' | 'sheets'

export type ParseJob<A, R> = {
  readonly name: string
  readonly args: v.GenericSchema<A>
  readonly answer: v.GenericSchema<R>
  /** Jobs of one lane never wait for those of the other. */
  readonly lane: Lane
  /** Milliseconds from its beginning to its end; then its process is killed. */
  readonly ms: number
  /** The same of processor time, which a busy machine does not use up. */
  readonly cpuMs: number
  /** What its process may occupy meanwhile. */
  readonly megabytes: number
}

type Described<A, R> = Pick<ParseJob<A, R>, 'name' | 'args' | 'answer'> & Partial<ParseJob<A, R>>

export const defineParseJob = <A, R>(job: Described<A, R>): ParseJob<A, R> => ({
  lane: 'files',
  ms: 2 * SECOND,
  cpuMs: Infinity,
  megabytes: 512,
  ...job,
})

/** Question and answer as lines on the pipes between the server and its parsing process. */
export const Question = v.object({ job: v.string(), args: v.unknown(), ms: v.number() })
export const Answer = v.union([v.object({ answer: v.unknown() }), v.object({ failure: v.string() })])
/** The process's first line. */
export const READY = 'ready'
