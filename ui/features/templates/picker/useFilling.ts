import { useState } from 'react'
import type { TemplateVariables } from '../../../../src/channels/contract'
import { isUsable, type Template } from '../../../../src/channels/templates/contract'
import {
  type Faults,
  type FileKind,
  faultsOf,
  slotsOf,
  variablesOf,
} from '../../../../src/channels/templates/filling/contract'

/** The values of a template that is being filled in. */
export type Filling = {
  /** In the order of its slots. */
  readonly values: readonly string[]
  /** For a header that is one. */
  readonly file: File | null
  /** Null while it cannot be sent. */
  readonly variables: TemplateVariables | null
  readonly faults: Faults | null
  /** Of any template. */
  readonly isBegun: boolean
  /** Whether the fault of a slot is shown: once it was left, or sending was tried. */
  isShown(at: number): boolean
  fill(at: number, value: string): void
  attach(file: File | null): void
  leave(at: number): void
  showFaults(): void
}

/** Each template keeps its own values while the picker is open. */
export function useFilling(template: Template | undefined): Filling {
  const [filled, setFilled] = useState<Readonly<Record<number, readonly string[]>>>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [files, setFiles] = useState<Readonly<Record<number, File | null>>>({})
  const id = template?.id ?? 0
  const file = files[id] ?? null
  const slots = template ? slotsOf(template) : []
  const values = slots.map((_, at) => filled[id]?.[at] ?? '')
  const variables = variablesOf(slots, values)
  const faults = template ? faultsOf(template, variables, file && kindOf(file)) : null
  const note = (names: readonly string[]) => setLeft(new Set([...left, ...names]))
  return {
    values,
    file,
    variables: template && isUsable(template) && faults === null ? variables : null,
    faults,
    isBegun: Object.values(filled).flat().some(Boolean) || Object.values(files).some(Boolean),
    isShown: (at) => left.has(`${id}.${at}`),
    fill: (at, value) => setFilled({ ...filled, [id]: values.with(at, value) }),
    attach: (chosen) => setFiles({ ...files, [id]: chosen }),
    leave: (at) => note([`${id}.${at}`]),
    showFaults: () => note(slots.map((_, at) => `${id}.${at}`)),
  }
}

/** As the server will send it. */
const kindOf = ({ type }: File): FileKind =>
  type === 'image/jpeg' || type === 'image/png' ? 'image' : type === 'video/mp4' ? 'video' : 'document'
