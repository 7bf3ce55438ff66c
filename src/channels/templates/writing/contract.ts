/** What a new template must be like for Meta to take it. Pure. */
import * as v from 'valibot'
import { list, text } from '../../../platform/formats'
import { TemplateButton, type TemplateContent } from '../contract'
import { slotsOf, TEMPLATE_BODY_LENGTH, TEMPLATE_SHORT_LENGTH, variablesIn } from '../filling/contract'

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

const Example = text(200)

const Button = v.pipe(
  v.object({
    kind: TemplateButton.entries.kind,
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

/** Variables in a text are numbered from 1 without a gap. */
const isNumbered = (written: string): boolean => variablesIn(written).every((number, at) => number === at + 1)
/** Meta refuses a text that begins or ends with a variable, or has two without a word between them. */
const isFramed = (written: string): boolean => !/^\s*\{\{|\}\}\s*$|\}\}\s*\{\{/.test(written)
/** Only numbers stand in double braces. */
const hasOnlyNumbers = (written: string): boolean => !/\{\{(?!\s*\d{1,3}\s*\}\})/.test(written)
const Variables = v.pipe(
  v.string(),
  v.check(hasOnlyNumbers, 'form.template.numbers'),
  v.check(isNumbered, 'form.template.order'),
  v.check(isFramed, 'form.template.frame'),
)
const isPlain = (written: string): boolean => !written.includes('{{')

function emptyAsNull(written: string): string | null {
  return written === '' ? null : written
}

const Text = {
  header: v.pipe(
    text(TEMPLATE_SHORT_LENGTH),
    v.trim(),
    v.check((written) => hasOnlyNumbers(written) && variablesIn(written).length <= 1, 'form.template.numbers'),
    v.check(isNumbered, 'form.template.order'),
    v.transform(emptyAsNull),
  ),
  body: v.pipe(text(TEMPLATE_BODY_LENGTH), v.trim(), v.nonEmpty('form.required'), Variables),
  footer: v.pipe(
    text(TEMPLATE_SHORT_LENGTH),
    v.trim(),
    v.check(isPlain, 'form.template.noVariable'),
    v.transform(emptyAsNull),
  ),
}

/** Body of `POST /whatsapp/{id}/templates`. */
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
    body: Text.body,
    footer: v.optional(v.nullable(Text.footer)),
    buttons: v.optional(list(Button, { most: MOST_TEMPLATE_BUTTONS })),
    /** One for each variable, in their order, as `slotsOf` names them. */
    examples: v.optional(list(Example, { most: 120 })),
  }),
  v.forward(
    v.partialCheck([['buttons']], ({ buttons = [] }) => areArranged(buttons), 'form.template.buttons'),
    ['buttons'],
  ),
  v.forward(
    v.check((wanted) => missingExample(wanted) === -1, 'form.template.example'),
    ['examples'],
  ),
)
export type CreateTemplate = v.InferOutput<typeof CreateTemplate>

/** Not too many of a kind, and the replies together. */
function areArranged(buttons: readonly Pick<TemplateButton, 'kind'>[]): boolean {
  const kinds = buttons.map(({ kind }) => kind)
  const areFew = Object.entries(mostButtons).every(([kind, most]) => kinds.filter((one) => one === kind).length <= most)
  const turns = kinds.filter((kind, at) => at > 0 && (kind === 'reply') !== (kinds[at - 1] === 'reply')).length
  return areFew && turns <= 1
}

/** What is written of it so far. */
type TemplateDraft = {
  readonly header?: string | null | undefined
  readonly body: string
  readonly footer?: string | null | undefined
  readonly buttons?: readonly TemplateButton[] | undefined
  readonly examples?: readonly string[] | undefined
}

export const contentOfNew = ({ header, body, footer, buttons }: TemplateDraft): TemplateContent => ({
  header: header ? { kind: 'text', text: header } : null,
  body,
  footer: footer ?? null,
  buttons: [...(buttons ?? [])],
})

/** The first slot without an example; -1: each has one. */
export const missingExample = (wanted: TemplateDraft): number =>
  slotsOf(contentOfNew(wanted)).findIndex((_, at) => (wanted.examples?.[at] ?? '').trim() === '')

/** A name that Meta takes, made of what somebody types. */
export const templateNameOf = (typed: string): string =>
  typed
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, TEMPLATE_NAME_LENGTH)
