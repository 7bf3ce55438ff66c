/** What modules tell the audit log about their things: how kinds, acts, fields and values are named. */
import { atom } from 'jotai/vanilla'
import * as v from 'valibot'
import type { AuditValue } from '../../src/audit/contract'
import type { TextKey } from './i18n/catalogue'
import type { Format } from './i18n/format'
import type { Text } from './i18n/translate'
import { loadKinds } from './kinds'
import type { Module } from './module'
import { store } from './store'

/** The current name for an id; undefined when deleted. */
export type NameOf = (what: 'queue' | 'person' | 'connection', id: number) => string | undefined
export type AuditWords = {
  readonly t: Text
  readonly format: Pick<Format, 'day' | 'number' | 'shortDateTime' | 'weekday'>
  readonly nameOf: NameOf
}

export type AuditField = {
  readonly label: TextKey
  /** Ids of these, weekdays from Sunday, or the hours of a week. */
  readonly is?: Parameters<NameOf>[0] | 'weekday' | 'week'
  /** The names of its values. */
  readonly values?: Readonly<Record<string, TextKey>>
}

/** What has no name here is shown as it is stored. */
export type AuditKind = {
  readonly name: TextKey
  /** Its place in the filter, which does not offer kinds without one. */
  readonly order?: number
  /** Besides those that many kinds have (`features/audit/texts.ts`). */
  readonly acts?: Readonly<Record<string, TextKey>>
  /** Besides those that many kinds have (`features/audit/labels.ts`). */
  readonly fields?: Readonly<Record<string, TextKey | AuditField>>
  /** For kinds whose subject is stored as a key. */
  subject?(t: Text, name: string): string
  /** The label of a field whose name is not fixed, and which is not taken apart; undefined leaves it to the table. */
  labelFor?(words: AuditWords, field: string): string | undefined
  /** Undefined leaves it to the table. */
  valueFor?(words: AuditWords, field: string, value: AuditValue): string | undefined
}
export type AuditKinds = Readonly<Record<string, AuditKind>>

/** By the server's name of the kind. */
export const auditKindsAtom = atom<ReadonlyMap<string, AuditKind>>(new Map())

/** Fetched with the audit log. */
export async function loadAuditKinds(modules: readonly Module[]): Promise<void> {
  store.set(auditKindsAtom, await loadKinds(modules.flatMap(({ audit }) => audit ?? [])))
}

/** Days of stored hours, from Monday. */
export const storedWeekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** What was stored as JSON; undefined if it is none of this shape, or was truncated. */
export function storedAs<T>(begins: '{' | '[', schema: v.GenericSchema<unknown, T>, value: AuditValue): T | undefined {
  if (typeof value !== 'string' || !value.startsWith(begins)) return undefined
  try {
    const read = v.safeParse(schema, JSON.parse(value))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
