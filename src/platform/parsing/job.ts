/** Definition of a parse job: name, schemas of question and answer, and limits. */
import * as v from 'valibot'
import { SECOND } from '../time'

export type Lane = 'files' | 'sheets'

export type ParseJob<A, R> = {
  readonly name: string
  readonly args: v.GenericSchema<A>
  readonly answer: v.GenericSchema<R>
  /** Jobs never wait for jobs of another lane. */
  readonly lane: Lane
  /** Milliseconds after which its process is killed. */
  readonly ms: number
  /** Processor time in milliseconds after which its process is killed; independent of the machine's load. */
  readonly cpuMs: number
  /** Memory limit of its process. */
  readonly megabytes: number
}

type JobDefinition<A, R> = Pick<ParseJob<A, R>, 'name' | 'args' | 'answer'> & Partial<ParseJob<A, R>>

export const defineParseJob = <A, R>(job: JobDefinition<A, R>): ParseJob<A, R> => ({
  lane: 'files',
  ms: 2 * SECOND,
  cpuMs: Infinity,
  megabytes: 512,
  ...job,
})

/** Messages between server and parsing process, one line each. */
export const Question = v.object({ job: v.string(), args: v.unknown(), ms: v.number() })
export const Answer = v.union([v.object({ answer: v.unknown() }), v.object({ failure: v.string() })])
/** The process's first line. */
export const READY = 'ready'
