/** Meta's description of a template, read and written. */
import { ownEntry } from '../../platform/maps'
import type {
  TemplateButton,
  TemplateCategory,
  TemplateContent,
  TemplateExamples,
  TemplateHeader,
  UnsupportedPart,
} from './contract'
import { areNamed, variablesIn } from './filling/contract'

type Raw = Readonly<Record<string, unknown>>

/** What we understand of it. */
export type ReadTemplate = TemplateContent & {
  readonly examples: TemplateExamples
  readonly unsupported: UnsupportedPart | null
}

const HEADERS = { TEXT: 'text', IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' } as const
const BUTTONS = { QUICK_REPLY: 'reply', URL: 'url', PHONE_NUMBER: 'phone', COPY_CODE: 'code', OTP: 'otp' } as const

const KNOWN: ReadonlySet<string> = new Set(['HEADER', 'BODY', 'FOOTER', 'BUTTONS'])
const UNSUPPORTED: Readonly<Record<string, UnsupportedPart>> = {
  CAROUSEL: 'carousel',
  PRODUCT_CAROUSEL: 'carousel',
  LIMITED_TIME_OFFER: 'offer',
  CATALOG: 'catalog',
  MPM: 'catalog',
  SPM: 'catalog',
  PRODUCT: 'catalog',
  FLOW: 'flow',
  ORDER_DETAILS: 'order',
  ORDER_STATUS: 'order',
  REVIEW_AND_PAY: 'order',
  VOICE_CALL: 'call',
  CALL_PERMISSION_REQUEST: 'call',
  LOCATION: 'place',
}

/** `components` come from Meta, and may have parts of later versions. */
export function contentOf(components: readonly Raw[]): ReadTemplate {
  const of = (type: string) => components.find((one) => one.type === type)
  const [header, body, footer] = [of('HEADER'), of('BODY'), of('FOOTER')]
  const buttons = itemsOf(of('BUTTONS')?.buttons)
  return {
    header: readHeader(header),
    body: textOf(body?.text),
    footer: footer ? textOf(footer.text) : null,
    buttons: buttons.flatMap(readButton),
    examples: readExamples(header, body, buttons),
    unsupported: unsupportedAmong([
      ...components.map(({ type }) => textOf(type)).filter((type) => !KNOWN.has(type)),
      ...(header && !readHeader(header) ? [textOf(header.format)] : []),
      ...buttons.filter((one) => readButton(one).length === 0).map(({ type }) => textOf(type)),
    ]),
  }
}

const unsupportedAmong = ([first]: readonly string[]): UnsupportedPart | null =>
  first === undefined ? null : (ownEntry(UNSUPPORTED, first) ?? 'unknown')

function readHeader(header: Raw | undefined): TemplateHeader | null {
  const kind = header && ownEntry(HEADERS, textOf(header.format) || 'TEXT')
  return kind ? { kind, text: kind === 'text' ? textOf(header.text) : '' } : null
}

/** Meta lists the button that copies an authentication code as a link with this in its address. */
const OTP_ADDRESS = /[?&]otp_type=/

function readButton({ type, text, url, phone_number }: Raw): TemplateButton[] {
  const kind = ownEntry(BUTTONS, textOf(type))
  if (kind === 'otp' || (kind === 'url' && OTP_ADDRESS.test(textOf(url))))
    return [{ kind: 'otp', text: textOf(text), value: '' }]
  return kind ? [{ kind, text: textOf(text), value: textOf(kind === 'url' ? url : phone_number) }] : []
}

function readExamples(header: Raw | undefined, body: Raw | undefined, buttons: readonly Raw[]): TemplateExamples {
  const of = (one: Raw | undefined, field: string): unknown => (isRaw(one?.example) ? one.example[field] : undefined)
  const named = (one: Raw | undefined, field: string) =>
    variablesIn(textOf(one?.text)).map((name) =>
      textOf(itemsOf(of(one, field)).find(({ param_name }) => param_name === name)?.example),
    )
  const [numbered] = listOf(of(body, 'body_text'))
  const [heading] = listOf(of(header, 'header_text'))
  return {
    header: heading === undefined ? (named(header, 'header_text_named_params')[0] ?? '') : textOf(heading),
    body: numbered === undefined ? named(body, 'body_text_named_params') : listOf(numbered).map(textOf),
    buttons: buttons.flatMap((one) =>
      one.example === undefined || readButton(one)[0]?.kind === 'otp'
        ? []
        : [textOf(listOf(one.example)[0] ?? one.example)],
    ),
  }
}

/** Meta's own name of a category. */
export const categoryAtMeta = (category: TemplateCategory): string => category.toUpperCase()

/** How Meta wants it. `handle`: what Meta answered to the upload of the header's example file. */
export function descriptionOf(content: TemplateContent, examples: TemplateExamples, handle = '') {
  const { header, body, footer, buttons } = content
  const isNamed = areNamed(content)
  return {
    parameter_format: isNamed ? 'NAMED' : 'POSITIONAL',
    components: [
      ...(header ? [writeHeader(header, examples.header, handle)] : []),
      { type: 'BODY', text: body, ...exampleOf('body', body, examples.body) },
      ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
      ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons: writeButtons(buttons, examples.buttons) }] : []),
    ] satisfies readonly Raw[],
  }
}

function writeHeader({ kind, text }: TemplateHeader, example: string, handle: string): Raw {
  const format = keyOf(HEADERS, kind)
  return kind === 'text'
    ? { type: 'HEADER', format, text, ...exampleOf('header', text, [example]) }
    : { type: 'HEADER', format, example: { header_handle: [handle] } }
}

function exampleOf(part: 'header' | 'body', text: string, examples: readonly string[]): Raw {
  const names = variablesIn(text)
  if (names.length === 0) return {}
  if (areNamed({ header: null, body: text }))
    return {
      example: {
        [`${part}_text_named_params`]: names.map((name, at) => ({ param_name: name, example: examples[at] ?? '' })),
      },
    }
  return { example: { [`${part}_text`]: part === 'body' ? [examples] : examples } }
}

function writeButtons(buttons: readonly TemplateButton[], examples: readonly string[]): Raw[] {
  let given = 0
  return buttons.map(({ kind, text, value }) => {
    const type = keyOf(BUTTONS, kind)
    if (kind === 'code') return { type, example: examples[given++] ?? '' }
    if (kind === 'url')
      return { type, text, url: value, ...(value.includes('{{') && { example: [examples[given++] ?? ''] }) }
    return { type, text, ...(kind === 'phone' && { phone_number: value }) }
  })
}

const keyOf = <T extends object>(table: T, ours: T[keyof T]): string =>
  Object.entries(table).find(([, one]) => one === ours)?.[0] ?? ''
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const itemsOf = (value: unknown): readonly Raw[] => listOf(value).filter(isRaw)
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MOST_TEXT) : '')
const MOST_TEXT = 4096
