/** Meta's description of a template, read and written. */
import type { TemplateButton, TemplateContent, TemplateExamples, TemplateHeader } from './contract'

type Raw = Readonly<Record<string, unknown>>

/** What we understand of it. */
export type ReadTemplate = TemplateContent & { readonly examples: TemplateExamples; readonly isUnsupported: boolean }

const HEADERS = { TEXT: 'text', IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' } as const
const BUTTONS = { QUICK_REPLY: 'reply', URL: 'url', PHONE_NUMBER: 'phone', COPY_CODE: 'code' } as const

/** `components` come from Meta, and may have parts of later versions. */
export function contentOf(components: readonly Raw[], isNamed: boolean): ReadTemplate {
  const of = (type: string) => components.find((one) => one.type === type)
  const header = readHeader(of('HEADER'))
  const raw = itemsOf(of('BUTTONS')?.buttons)
  const buttons = raw.flatMap(readButton)
  const others = components.some(({ type }) => !['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].includes(String(type)))
  return {
    header,
    body: textOf(of('BODY')?.text),
    footer: of('FOOTER') ? textOf(of('FOOTER')?.text) : null,
    buttons,
    examples: readExamples(of('HEADER'), of('BODY'), raw),
    isUnsupported: isNamed || others || buttons.length < raw.length || (of('HEADER') !== undefined && header === null),
  }
}

function readHeader(header: Raw | undefined): TemplateHeader | null {
  const kind = header && at(HEADERS, textOf(header.format) || 'TEXT')
  return kind ? { kind, text: kind === 'text' ? textOf(header.text) : '' } : null
}

function readButton({ type, text, url, phone_number }: Raw): TemplateButton[] {
  const kind = at(BUTTONS, textOf(type))
  return kind ? [{ kind, text: textOf(text), value: textOf(kind === 'url' ? url : phone_number) }] : []
}

function readExamples(header: Raw | undefined, body: Raw | undefined, buttons: readonly Raw[]): TemplateExamples {
  const of = (one: Raw | undefined, field: string): unknown => (isRaw(one?.example) ? one.example[field] : undefined)
  const [bodies] = listOf(of(body, 'body_text'))
  const [heading] = listOf(of(header, 'header_text'))
  return {
    header: textOf(heading),
    body: listOf(bodies).map(textOf),
    buttons: buttons.flatMap(({ example }) => (example === undefined ? [] : [textOf(listOf(example)[0] ?? example)])),
  }
}

/** As Meta wants it. */
export function componentsOf(content: TemplateContent, examples: TemplateExamples): readonly Raw[] {
  const { header, body, footer, buttons } = content
  let given = 0
  return [
    ...(header
      ? [
          {
            type: 'HEADER',
            format: 'TEXT',
            text: header.text,
            ...(examples.header && { example: { header_text: [examples.header] } }),
          },
        ]
      : []),
    { type: 'BODY', text: body, ...(examples.body.length > 0 && { example: { body_text: [examples.body] } }) },
    ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    ...(buttons.length > 0
      ? [
          {
            type: 'BUTTONS',
            buttons: buttons.map((button) =>
              writeButton(button, needsExample(button) ? examples.buttons[given++] : undefined),
            ),
          },
        ]
      : []),
  ]
}

const needsExample = ({ kind, value }: TemplateButton): boolean =>
  kind === 'code' || (kind === 'url' && value.includes('{{'))

function writeButton({ kind, text, value }: TemplateButton, example: string | undefined): Raw {
  const type = Object.entries(BUTTONS).find(([, ours]) => ours === kind)?.[0]
  if (kind === 'code') return { type, example: example ?? '' }
  return {
    type,
    text,
    ...(kind === 'url' && { url: value, ...(example !== undefined && { example: [example] }) }),
    ...(kind === 'phone' && { phone_number: value }),
  }
}

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const itemsOf = (value: unknown): readonly Raw[] => listOf(value).filter(isRaw)
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MOST_TEXT) : '')
const MOST_TEXT = 4096
const at = <T extends object>(table: T, key: string): T[keyof T] | undefined =>
  Object.hasOwn(table, key) ? table[key as keyof T] : undefined
