/** Fills the variables of a template. The server does so when it sends one, screens in previews. Pure. */
import type { SendableKind, TemplateParameter, TemplateVariables } from '../../contract'
import type { TemplateContent } from '../contract'

/** Of the body and of the whole message. */
export const TEMPLATE_BODY_LENGTH = 1024
export const TEMPLATE_SHORT_LENGTH = 60
const URL_LENGTH = 2000
const CODE_LENGTH = 15

/** A header that is a file. */
export type FileKind = 'image' | 'video' | 'document'

/** What fills one place. `index`: of the variable in the body, from 0, or of the button. `name`: as in its braces. */
export type Slot = {
  readonly part: TemplateParameter['part']
  readonly kind: TemplateParameter['kind']
  readonly index: number
  /** Empty for a file and for a code. */
  readonly name: string
}

const VARIABLE = /\{\{\s*(\d{1,3}|[A-Za-z_]\w{0,63})\s*\}\}/g

const isNumber = (name: string): boolean => /^\d/.test(name)

/** The variables in a text, each once: numbers in their order, then names in the order in which they appear. */
export function variablesIn(text: string): readonly string[] {
  const names = [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => plainNumber(name)))]
  return [...names.filter(isNumber).sort((a, b) => Number(a) - Number(b)), ...names.filter((name) => !isNumber(name))]
}

/** `{{01}}` is `{{1}}`. */
const plainNumber = (name: string): string => (isNumber(name) ? String(Number(name)) : name)

/** Meta calls such a template `NAMED`, and wants the names with the values. */
export const areNamed = ({ header, body }: Pick<TemplateContent, 'header' | 'body'>): boolean =>
  [...variablesIn(header?.text ?? ''), ...variablesIn(body)].some((name) => !isNumber(name))

/** All that must be given, in the order in which one reads the message. A button of kind `otp` copies the body's code. */
export function slotsOf({ header, body, buttons }: TemplateContent): readonly Slot[] {
  const slots: Slot[] = []
  const [inHeader] = variablesIn(header?.text ?? '')
  if (header && (header.kind !== 'text' || inHeader !== undefined))
    slots.push({ part: 'header', kind: header.kind, index: 0, name: inHeader ?? '' })
  const kind = buttons.some((one) => one.kind === 'otp') ? 'code' : 'text'
  for (const [index, name] of variablesIn(body).entries()) slots.push({ part: 'body', kind, index, name })
  for (const [index, { kind, value }] of buttons.entries()) {
    const [name] = variablesIn(value)
    if (kind === 'url' && name !== undefined) slots.push({ part: 'button', kind: 'url', index, name })
    if (kind === 'code') slots.push({ part: 'button', kind: 'code', index, name: '' })
  }
  return slots
}

export const isFileSlot = ({ kind }: Pick<Slot, 'kind'>): boolean =>
  kind === 'image' || kind === 'video' || kind === 'document'

/** `variables.buttons` has the values of the buttons that need one, in their order. */
export function valueAt(slots: readonly Slot[], { header, body, buttons }: TemplateVariables, slot: Slot): string {
  if (slot.part === 'header') return header ?? ''
  if (slot.part === 'body') return body?.[slot.index] ?? ''
  return buttons?.[slots.filter(({ part }) => part === 'button').indexOf(slot)] ?? ''
}

/** The other way round: values in the order of the slots. */
export function variablesOf(slots: readonly Slot[], values: readonly string[]): TemplateVariables {
  const of = (part: Slot['part']) => slots.flatMap((slot, at) => (slot.part === part ? [values[at] ?? ''] : []))
  const [[header], body, buttons] = [of('header'), of('body'), of('button')]
  return {
    ...(header !== undefined && { header }),
    ...(body.length > 0 && { body }),
    ...(buttons.length > 0 && { buttons }),
  }
}

/**
 * Why Meta would refuse a value. `line`: it takes neither line breaks nor tabs, nor more than four spaces in a row. `file`:
 * the message's own file is of another kind than the header.
 */
export type ValueFault = 'missing' | 'line' | 'long' | 'address' | 'file'

/** The kind of the message's own file, which fills the header if no address does. `follows`: it is not there yet. */
export type OwnFile = SendableKind | 'follows' | null

export function faultOf(slot: Slot, value: string, file: OwnFile = null): ValueFault | null {
  const { kind } = slot
  if (isFileSlot(slot) && value === '' && file !== null) return file === kind || file === 'follows' ? null : 'file'
  if (value.trim() === '') return 'missing'
  if (/[\n\r\t]| {5}/.test(value)) return 'line'
  if (isFileSlot(slot)) return isAddress(value) ? null : 'address'
  const most = kind === 'code' ? CODE_LENGTH : kind === 'url' ? URL_LENGTH : TEMPLATE_BODY_LENGTH
  return value.length > most ? 'long' : null
}

const isAddress = (value: string): boolean =>
  value.length <= URL_LENGTH && URL.canParse(value) && /^https:/i.test(value)

export type Faults = {
  /** Of the slots, in their order; null: the value is fine. */
  readonly slots: readonly (ValueFault | null)[]
  /** There are more values than variables. */
  readonly isTooMany: boolean
  /** A text is too long with the values in it. */
  readonly isTooLong: boolean
}

/** Null: the template can be sent with these values and this file. */
export function faultsOf(content: TemplateContent, variables: TemplateVariables, file: OwnFile = null): Faults | null {
  const slots = slotsOf(content)
  const faults = slots.map((slot) => faultOf(slot, valueAt(slots, variables, slot), file))
  const count = (part: Slot['part']) => slots.filter((slot) => slot.part === part).length
  const isTooMany =
    (variables.body?.length ?? 0) > count('body') ||
    (variables.buttons?.length ?? 0) > count('button') ||
    (Boolean(variables.header) && count('header') === 0)
  const { body, header } = fillTemplate(content, variables)
  const isTooLong = body.length > TEMPLATE_BODY_LENGTH || (header ?? '').length > TEMPLATE_SHORT_LENGTH
  return isTooMany || isTooLong || faults.some((fault) => fault !== null)
    ? { slots: faults, isTooMany, isTooLong }
    : null
}

export type FilledTemplate = {
  /** Null without one, or if it is a file. */
  readonly header: string | null
  readonly body: string
  readonly footer: string | null
  readonly buttons: readonly {
    readonly kind: TemplateContent['buttons'][number]['kind']
    readonly text: string
    readonly value: string
  }[]
}

/** Variables without a value stay as they are. Values are not filled again. */
export function fillTemplate(content: TemplateContent, variables: TemplateVariables): FilledTemplate {
  const slots = slotsOf(content)
  const buttonValue = (at: number): string[] => {
    const slot = slots.find(({ part, index }) => part === 'button' && index === at)
    return slot ? [valueAt(slots, variables, slot)] : []
  }
  return {
    header: content.header?.kind === 'text' ? filled(content.header.text, [variables.header ?? '']) : null,
    body: filled(content.body, variables.body ?? []),
    footer: content.footer,
    buttons: content.buttons.map(({ kind, text, value }, at) => ({
      kind,
      text,
      value: kind === 'code' ? (buttonValue(at)[0] ?? '') : filled(value, buttonValue(at)),
    })),
  }
}

function filled(text: string, values: readonly string[]): string {
  const names = variablesIn(text)
  return text.replace(VARIABLE, (typed, name: string) => values[names.indexOf(plainNumber(name))] || typed)
}

/** What the messenger is told: every value, with its place. A header without an address is the message's own file. */
export function parametersOf(content: TemplateContent, variables: TemplateVariables): TemplateParameter[] {
  const slots = slotsOf(content)
  const named = areNamed(content)
  const of = (part: Slot['part']) => slots.filter((slot) => slot.part === part)
  const told = ({ part, kind, index }: Slot, all: readonly Slot[]): TemplateParameter => ({
    part,
    kind: part === 'body' ? 'text' : kind,
    index,
    values: all.map((slot) => valueAt(slots, variables, slot)).filter((value) => !isFileSlot({ kind }) || value !== ''),
    ...(named && part !== 'button' && !isFileSlot({ kind }) && { names: all.map(({ name }) => name) }),
  })
  const body = of('body')
  const code = body[0] ? valueAt(slots, variables, body[0]) : ''
  return [
    ...of('header').map((slot) => told(slot, [slot])),
    ...body.slice(0, 1).map((first) => told(first, body)),
    ...of('button').map((slot) => told(slot, [slot])),
    ...content.buttons.flatMap(({ kind }, index): TemplateParameter[] =>
      kind === 'otp' ? [{ part: 'button', kind: 'url', index, values: [code] }] : [],
    ),
  ]
}

/** A piece of a text: plain, or the value of a variable, which may be missing. */
export type TextPiece = { readonly text: string; readonly variable: number | null }

/** The text in pieces, so that a preview can mark each variable. `variable` counts from 0 in their order. */
export function piecesOf(text: string, values: readonly string[]): readonly TextPiece[] {
  const names = variablesIn(text)
  const pieces: TextPiece[] = []
  let from = 0
  for (const found of text.matchAll(VARIABLE)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), variable: null })
    const variable = names.indexOf(plainNumber(found[1] ?? ''))
    pieces.push({ text: values[variable] ?? '', variable })
    from = found.index + found[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), variable: null })
  return pieces
}
