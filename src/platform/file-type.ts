/**
 * Determines a file's MIME type from its content, and from its name when the content shows only a container. Phones
 * choose the program for a document by its type.
 */
import { fileTypeJob } from './parsing/jobs'
import type { Parse } from './parsing/parsing'

const UNKNOWN = 'application/octet-stream'
/** Container of older office documents. */
const COMPOUND = 'application/x-cfb'

const byName: ReadonlyMap<string, string> = new Map([
  [`${UNKNOWN} txt`, 'text/plain'],
  [`${UNKNOWN} csv`, 'text/csv'],
  [`${COMPOUND} doc`, 'application/msword'],
  [`${COMPOUND} xls`, 'application/vnd.ms-excel'],
  [`${COMPOUND} ppt`, 'application/vnd.ms-powerpoint'],
])

/** Type of a file that an attendant attaches. */
export async function typeOf(parse: Parse, path: string, name: string): Promise<string> {
  const sniffed = await sniff(parse, path)
  return byName.get(`${sniffed} ${name.split('.').at(-1)?.toLowerCase()}`) ?? sniffed
}

/** Endings of types that show in no content: a server's word is believed. */
const byDeclaration: ReadonlyMap<string, string> = new Map([
  [`${UNKNOWN} text/plain`, 'txt'],
  [`${UNKNOWN} text/csv`, 'csv'],
  [`${UNKNOWN} text/xml`, 'xml'],
  [`${UNKNOWN} application/xml`, 'xml'],
  [`${UNKNOWN} application/json`, 'json'],
  [`${UNKNOWN} text/calendar`, 'ics'],
  [`${UNKNOWN} text/vcard`, 'vcf'],
  [`${COMPOUND} application/msword`, 'doc'],
  [`${COMPOUND} application/vnd.ms-excel`, 'xls'],
  [`${COMPOUND} application/vnd.ms-powerpoint`, 'ppt'],
])

export type Content = {
  readonly mimetype: string
  /** How names of such files end, without the dot; null if unknown. */
  readonly ending: string | null
  /** The content shows neither type nor container. */
  readonly isUnknown: boolean
}

/** Of a file from another server: by its content, else by its name and its declared type. */
export async function contentOf(
  parse: Parse,
  path: string,
  { name, declared }: { readonly name: string; readonly declared: string },
): Promise<Content> {
  const found = await parse(fileTypeJob, { path })
  const sniffed = found?.mime ?? UNKNOWN
  const isUnknown = sniffed === UNKNOWN
  if (!isUnknown && sniffed !== COMPOUND) return { mimetype: sniffed, ending: found?.ending ?? null, isUnknown }
  const named = byName.get(`${sniffed} ${name.split('.').at(-1)?.toLowerCase()}`)
  const ending = named === undefined ? byDeclaration.get(`${sniffed} ${declared}`) : undefined
  return { mimetype: named ?? (ending === undefined ? sniffed : declared), ending: ending ?? null, isUnknown }
}

/** Type of a file whose sender declared one. A declared codec is kept, because the content does not show it. */
export async function confirmedType(parse: Parse, path: string, declared: string): Promise<string> {
  const sniffed = await sniff(parse, path)
  const saysLittle = sniffed === UNKNOWN || sniffed === COMPOUND
  return declared.split(';')[0] === sniffed || (saysLittle && !declared.startsWith('text/html')) ? declared : sniffed
}

const sniff = async (parse: Parse, path: string): Promise<string> =>
  (await parse(fileTypeJob, { path }))?.mime ?? UNKNOWN
