/** What a new template must be like for Meta to take it. Pure. */
import * as v from 'valibot'
import { list, text } from '../../../platform/formats'
import type { TemplateButton, TemplateContent } from '../contract'
import {
  type FileKind,
  isFileSlot,
  type Slot,
  slotsOf,
  TEMPLATE_BODY_LENGTH,
  TEMPLATE_SHORT_LENGTH,
  variablesIn,
} from '../filling/contract'

export const TEMPLATE_NAME_LENGTH = 512
export const TEMPLATE_BUTTON_LENGTH = 25
export const MOST_TEMPLATE_BUTTONS = 10
const URL_LENGTH = 2000
const PHONE_LENGTH = 20
/** How many of a kind a template may have. */
const mostButtons = { reply: 10, url: 2, phone: 1, code: 1 } as const

/** Languages that a template is offered in; Meta has more, and those are shown as they are. */
export const templateLanguages = [
  'pt_BR',
  'pt_PT',
  'en',
  'en_US',
  'es',
  'es_AR',
  'es_MX',
  'tr',
  'fr',
  'it',
  'de',
] as const

/** Types of example files, and the kind of header that each is for. */
export const exampleTypes: Readonly<Record<string, FileKind>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'video/mp4': 'video',
  'application/pdf': 'document',
}

const Example = text(200)

/** Kinds of buttons that a new template can have. */
export const newButtonKinds = ['reply', 'url', 'phone', 'code'] as const

const Button = v.pipe(
  v.object({
    kind: v.picklist(newButtonKinds),
    text: text(TEMPLATE_BUTTON_LENGTH),
    value: text(URL_LENGTH),
  }),
  v.forward(
    v.partialCheck([['kind'], ['text']], ({ kind, text }) => kind === 'code' || text.trim() !== '', 'form.required'),
    ['text'],
  ),
  v.forward(
    v.partialCheck([['kind'], ['value']], ({ kind, value }) => isButtonValue(kind, value), 'form.invalid'),
    ['value'],
  ),
)

/** A variable may stand at the end of an address, and nowhere else. */
function isButtonValue(kind: TemplateButton['kind'], value: string): boolean {
  if (kind === 'phone') return value.length <= PHONE_LENGTH && /^\+?[0-9 ()-]{8,}$/.test(value)
  if (kind !== 'url') return value === ''
  const fixed = value.replace(/\{\{1\}\}$/, '')
  return /^https?:\/\//i.test(fixed) && URL.canParse(fixed) && !fixed.includes('{{')
}

const isNumber = (name: string): boolean => /^\d/.test(name)
/** Numbered from 1 without a gap, or all with names. */
function areInOrder(written: string): boolean {
  const names = variablesIn(written)
  return !names.some(isNumber) || names.every((name, at) => name === String(at + 1) || !isNumber(name))
}
const areAlike = (written: string): boolean => new Set(variablesIn(written).map(isNumber)).size <= 1
/** Meta refuses a text that begins or ends with a variable, or has two without a word between them. */
const isFramed = (written: string): boolean => !/^\s*\{\{|\}\}\s*$|\}\}\s*\{\{/.test(written)
/** In double braces stands a number, or a name in small letters. */
const areVariables = (written: string): boolean => !/\{\{(?!\s*(\d{1,3}|[a-z][a-z0-9_]{0,63})\s*\}\})/.test(written)
const isPlain = (written: string): boolean => !written.includes('{{')
const isSpaced = (written: string): boolean => !/\n\s*\n\s*\n| {5}/.test(written)
const isOneLine = (written: string): boolean => !/[\n\r]/.test(written)
const hasNoEmoji = (written: string): boolean => !/\p{Extended_Pictographic}/u.test(written)
/** `*bold*` and the like, outside of variables. */
const isUnformatted = (written: string): boolean => !/[*_~`]/.test(written.replace(/\{\{[^}]*\}\}/g, ''))

function emptyAsNull(written: string): string | null {
  return written === '' ? null : written
}

const Text = {
  header: v.pipe(
    text(TEMPLATE_SHORT_LENGTH),
    v.trim(),
    v.check(areVariables, 'form.template.numbers'),
    v.check((written) => variablesIn(written).length <= 1, 'form.template.one'),
    v.check(areInOrder, 'form.template.order'),
    v.check((written) => isOneLine(written) && isUnformatted(written) && hasNoEmoji(written), 'form.template.heading'),
    v.transform(emptyAsNull),
  ),
  body: v.pipe(
    text(TEMPLATE_BODY_LENGTH),
    v.trim(),
    v.nonEmpty('form.required'),
    v.check(areVariables, 'form.template.numbers'),
    v.check(areAlike, 'form.template.mixed'),
    v.check(areInOrder, 'form.template.order'),
    v.check(isFramed, 'form.template.frame'),
    v.check(isSpaced, 'form.template.spaces'),
  ),
  footer: v.pipe(
    text(TEMPLATE_SHORT_LENGTH),
    v.trim(),
    v.check(isPlain, 'form.template.noVariable'),
    v.check((written) => isOneLine(written) && hasNoEmoji(written), 'form.template.footer'),
    v.transform(emptyAsNull),
  ),
}

/** A header that is a file: its kind, and what `POST /whatsapp/{id}/templates/files` answered to an example. */
const HeaderFile = v.object({
  kind: v.picklist(['image', 'video', 'document'], 'form.invalid'),
  handle: v.pipe(text(4096), v.nonEmpty('form.template.exampleFile')),
})

/** Body of `POST /whatsapp/{id}/templates`, and of `PUT` for a template of that name and language. */
export const CreateTemplate = v.pipe(
  v.object({
    name: v.pipe(
      text(TEMPLATE_NAME_LENGTH),
      v.nonEmpty('form.required'),
      v.regex(/^[a-z0-9_]+$/, 'form.template.name'),
    ),
    language: v.pipe(text(20), v.regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'form.invalid')),
    category: v.picklist(['marketing', 'utility'], 'form.invalid'),
    header: v.optional(v.nullable(Text.header)),
    /** In place of a text. */
    headerFile: v.optional(v.nullable(HeaderFile)),
    body: Text.body,
    footer: v.optional(v.nullable(Text.footer)),
    buttons: v.optional(list(Button, { most: MOST_TEMPLATE_BUTTONS })),
    /** One for each variable, in their order, as `exampleSlots` names them. */
    examples: v.optional(list(Example, { most: 120 })),
  }),
  v.forward(
    v.partialCheck([['header'], ['headerFile']], ({ header, headerFile }) => !header || !headerFile, 'form.invalid'),
    ['header'],
  ),
  v.forward(
    v.partialCheck(
      [['header'], ['body']],
      ({ header, body }) => !header || areAlike(`${header} ${body}`),
      'form.template.mixed',
    ),
    ['header'],
  ),
  v.forward(
    v.partialCheck([['buttons']], ({ buttons = [] }) => areArranged(buttons), 'form.template.buttons'),
    ['buttons'],
  ),
  v.forward(
    v.partialCheck([['buttons']], ({ buttons = [] }) => areDifferent(buttons), 'form.template.sameButtons'),
    ['buttons'],
  ),
  v.forward(
    v.check((wanted) => missingExample(wanted) === -1, 'form.template.example'),
    ['examples'],
  ),
)
export type CreateTemplate = v.InferOutput<typeof CreateTemplate>

/** Response of `POST /whatsapp/{id}/templates/files`. */
export const ExampleFile = HeaderFile
export type ExampleFile = v.InferOutput<typeof ExampleFile>

function areDifferent(buttons: readonly Pick<TemplateButton, 'kind' | 'text'>[]): boolean {
  const labels = buttons.filter(({ kind }) => kind !== 'code').map(({ text }) => text.trim())
  return new Set(labels).size === labels.length
}

/** Not too many of a kind, and the replies together. */
function areArranged(buttons: readonly Pick<TemplateButton, 'kind'>[]): boolean {
  const kinds = buttons.map(({ kind }) => kind)
  const areFew = Object.entries(mostButtons).every(([kind, most]) => kinds.filter((one) => one === kind).length <= most)
  const turns = kinds.filter((kind, at) => at > 0 && (kind === 'reply') !== (kinds[at - 1] === 'reply')).length
  return areFew && turns <= 1
}

/** What is written of it so far. */
export type TemplateDraft = {
  readonly header?: string | null | undefined
  readonly headerFile?: { readonly kind: FileKind } | null | undefined
  readonly body: string
  readonly footer?: string | null | undefined
  readonly buttons?: readonly TemplateButton[] | undefined
  readonly examples?: readonly string[] | undefined
}

export const contentOfNew = ({ header, headerFile, body, footer, buttons }: TemplateDraft): TemplateContent => ({
  header: headerFile ? { kind: headerFile.kind, text: '' } : header ? { kind: 'text', text: header } : null,
  body,
  footer: footer ?? null,
  buttons: [...(buttons ?? [])],
})

/** What needs an example in words. The example of a file is the file. */
export const exampleSlots = (content: TemplateContent): readonly Slot[] =>
  slotsOf(content).filter((slot) => !isFileSlot(slot))

/** The first of them without one; -1: each has one. */
export const missingExample = (wanted: TemplateDraft): number =>
  exampleSlots(contentOfNew(wanted)).findIndex((_, at) => (wanted.examples?.[at] ?? '').trim() === '')

/** What somebody types as a name, in the letters that Meta takes. */
export const templateNameOf = (typed: string): string =>
  typed
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, TEMPLATE_NAME_LENGTH)
