/** Fills the variables of a template. The server does so when it sends one, screens in previews. Pure. */
import type { TemplateParameter, TemplateVariables } from '../../contract'
import type { TemplateContent } from '../contract'

/** Of the body and of the whole message. */
export const TEMPLATE_BODY_LENGTH = 1024
export const TEMPLATE_SHORT_LENGTH = 60
const URL_LENGTH = 2000
const CODE_LENGTH = 15

/** A place to fill. `index`: of the variable in the body, from 0, or of the button. */
export type Slot = {
  readonly part: TemplateParameter['part']
  readonly kind: TemplateParameter['kind']
  readonly index: number
}

const VARIABLE = /\{\{\s*(\d{1,3})\s*\}\}/g

/** The numbers of the variables in a text, each once, in their order. */
export const variablesIn = (text: string): readonly number[] =>
  [...new Set([...text.matchAll(VARIABLE)].map(([, number]) => Number(number)))].sort((a, b) => a - b)

/** All that must be given, in the order in which one reads the message. */
export function slotsOf({ header, body, buttons }: TemplateContent): readonly Slot[] {
  const slots: Slot[] = []
  if (header && (header.kind !== 'text' || variablesIn(header.text).length > 0))
    slots.push({ part: 'header', kind: header.kind, index: 0 })
  for (const [index] of variablesIn(body).entries()) slots.push({ part: 'body', kind: 'text', index })
  for (const [index, { kind, value }] of buttons.entries()) {
    if (kind === 'url' && variablesIn(value).length > 0) slots.push({ part: 'button', kind: 'url', index })
    if (kind === 'code') slots.push({ part: 'button', kind: 'code', index })
  }
  return slots
}

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

/** Why Meta would refuse a value. `line`: it takes neither line breaks nor tabs, nor more than four spaces in a row. */
export type ValueFault = 'missing' | 'line' | 'long' | 'address'

export function faultOf({ kind }: Slot, value: string): ValueFault | null {
  if (value.trim() === '') return 'missing'
  if (/[\n\r\t]| {5}/.test(value)) return 'line'
  if (kind === 'image' || kind === 'video' || kind === 'document') return isAddress(value) ? null : 'address'
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

/** Null: the template can be sent with these values. */
export function faultsOf(content: TemplateContent, variables: TemplateVariables): Faults | null {
  const slots = slotsOf(content)
  const faults = slots.map((slot) => faultOf(slot, valueAt(slots, variables, slot)))
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
  const numbers = variablesIn(text)
  return text.replace(VARIABLE, (typed, number: string) => values[numbers.indexOf(Number(number))] || typed)
}

/** What the messenger is told: every value, with its place. */
export function parametersOf(content: TemplateContent, variables: TemplateVariables): TemplateParameter[] {
  const slots = slotsOf(content)
  const body = slots.filter(({ part }) => part === 'body').map((slot) => valueAt(slots, variables, slot))
  const one = (slot: Slot): TemplateParameter => ({ ...slot, values: [valueAt(slots, variables, slot)] })
  return [
    ...slots.filter(({ part }) => part === 'header').map(one),
    ...(body.length > 0 ? [{ part: 'body', kind: 'text', index: 0, values: body } as const] : []),
    ...slots.filter(({ part }) => part === 'button').map(one),
  ]
}

/** A piece of a text: plain, or the value of a variable, which may be missing. */
export type TextPiece = { readonly text: string; readonly variable: number | null }

/** The text in pieces, so that a preview can mark each variable. `variable` counts from 0 in the order of the numbers. */
export function piecesOf(text: string, values: readonly string[]): readonly TextPiece[] {
  const numbers = variablesIn(text)
  const pieces: TextPiece[] = []
  let from = 0
  for (const found of text.matchAll(VARIABLE)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), variable: null })
    const variable = numbers.indexOf(Number(found[1]))
    pieces.push({ text: values[variable] ?? '', variable })
    from = found.index + found[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), variable: null })
  return pieces
}
