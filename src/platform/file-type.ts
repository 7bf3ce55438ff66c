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

/** Type of a file whose sender declared one. A declared codec is kept, because the content does not show it. */
export async function confirmedType(parse: Parse, path: string, declared: string): Promise<string> {
  const sniffed = await sniff(parse, path)
  const saysLittle = sniffed === UNKNOWN || sniffed === COMPOUND
  return declared.split(';')[0] === sniffed || (saysLittle && !declared.startsWith('text/html')) ? declared : sniffed
}

const sniff = async (parse: Parse, path: string): Promise<string> =>
  (await parse(fileTypeJob, { path }))?.mime ?? UNKNOWN
