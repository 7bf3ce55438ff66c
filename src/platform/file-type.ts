/** What a file is: its content decides, and where that tells only how it is packed, its name. Phones open a document by its type. */
import { fileTypeJob } from './parsing/jobs'
import type { Parse } from './parsing/parsing'

const UNKNOWN = 'application/octet-stream'
/** A document of an older office program. */
const COMPOUND = 'application/x-cfb'

const byName: ReadonlyMap<string, string> = new Map([
  [`${UNKNOWN} txt`, 'text/plain'],
  [`${UNKNOWN} csv`, 'text/csv'],
  [`${COMPOUND} doc`, 'application/msword'],
  [`${COMPOUND} xls`, 'application/vnd.ms-excel'],
  [`${COMPOUND} ppt`, 'application/vnd.ms-powerpoint'],
])

/** Of a file that an attendant attaches. */
export async function typeOf(parse: Parse, path: string, name: string): Promise<string> {
  const sniffed = await sniff(parse, path)
  return byName.get(`${sniffed} ${name.split('.').at(-1)?.toLowerCase()}`) ?? sniffed
}

/** Of a file whose sender declared a type; a declared codec, which the content does not show, is kept. */
export async function confirmedType(parse: Parse, path: string, told: string): Promise<string> {
  const sniffed = await sniff(parse, path)
  const saysLittle = sniffed === UNKNOWN || sniffed === COMPOUND
  return told.split(';')[0] === sniffed || (saysLittle && !told.startsWith('text/html')) ? told : sniffed
}

const sniff = async (parse: Parse, path: string): Promise<string> =>
  (await parse(fileTypeJob, { path }))?.mime ?? UNKNOWN
