/** What is remembered about updates between starts, in control.db. */
import * as v from 'valibot'
import { execute, getValue } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { lookFaults, preparationFaults } from './contract'

/** A release as it was sent, with where it came from. It is verified whenever it is read. */
export const SentRelease = v.object({ address: v.string(), bytes: v.string(), signature: v.string() })
export type SentRelease = v.InferOutput<typeof SentRelease>

const schemas = {
  /** The last look. */
  look: v.object({
    address: v.string(),
    at: v.number(),
    fault: v.nullable(v.picklist(lookFaults)),
    detail: v.nullable(v.string()),
    sent: v.nullable(SentRelease),
  }),
  plan: v.object({ version: v.string(), at: v.number(), sent: SentRelease }),
  /**
   * An update of a fleet: the machine that was asked last, whose newest attempt was `before`; where it did not hold; since when
   * companies hold it up, and which of them it does not wait for.
   */
  roll: v.object({
    version: v.string(),
    at: v.number(),
    sent: SentRelease,
    asked: v.nullable(v.object({ machine: v.string(), at: v.number(), before: v.nullable(v.string()) })),
    stopped: v.nullable(v.object({ machine: v.string(), cause: v.string(), at: v.number() })),
    heldUpSince: v.optional(v.nullable(v.number()), null),
    without: v.optional(v.array(v.string()), []),
  }),
  /** Why the attempt ended before the swap. */
  fault: v.object({ attempt: v.string(), fault: v.picklist(preparationFaults) }),
  /** The attempt that the operator was last told about. */
  told: v.object({ attempt: v.string() }),
}
type Notes = { readonly [K in keyof typeof schemas]: v.InferOutput<(typeof schemas)[K]> }
export type LookNote = Notes['look']
export type RollNote = Notes['roll']

/** Undefined if there is none, or another version wrote it. */
export function readNote<K extends keyof Notes>(control: ControlDb, key: K): Notes[K] | undefined {
  const words = getValue<string>(control, 'SELECT value FROM update_notes WHERE key = ?', key)
  if (words === undefined) return undefined
  const parsed = v.safeParse(schemas[key], JSON.parse(words))
  return parsed.success ? (parsed.output as Notes[K]) : undefined // by this key's schema
}

export const writeNote = <K extends keyof Notes>(control: WritableControl, key: K, note: Notes[K]): unknown =>
  execute(
    control,
    'INSERT INTO update_notes (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    [key, JSON.stringify(note)],
  )

export const forgetNote = (control: WritableControl, key: keyof Notes): unknown =>
  execute(control, 'DELETE FROM update_notes WHERE key = ?', key)
