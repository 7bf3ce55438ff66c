/** Names of files as servers give them: in a Content-Disposition header (RFC 6266), or at the end of an address. Pure. */
import { fileName } from './text'

/** Undefined if the header names no file. */
export function nameInDisposition(header: string | null): string | undefined {
  const given = parametersIn(header ?? '')
  const extended = given.get('filename*')
  const parts = continued(given)
  const name = (extended && decodeExtended(extended)) ?? parts ?? decodePlain(given.get('filename') ?? '')
  return fileName(name) || undefined
}

/** The last segment of an address. */
export function nameInAddress(url: string): string | undefined {
  const segment = new URL(url).pathname.split('/').findLast((one) => one !== '') ?? ''
  return fileName(percentDecoded(segment) ?? segment) || undefined
}

/** "download?file=nota.pdf": the value that looks most like a file's name. */
export const nameInQuery = (url: string): string | undefined =>
  [...new URL(url).searchParams.values()].slice(0, 20).map(fileName).find(hasKnownEnding)

/** Parameters in lower case; a quoted value may contain semicolons and escaped quotes. The first of a name counts. */
function parametersIn(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', value = ''] of header.matchAll(/(?:^|;)\s*([\w*-]+)\s*=\s*("(?:\\.|[^"\\])*"|[^;]*)/g)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, unquoted(value.trim()))
  }
  return found
}

/** Other backslashes are part of a path, as some browsers once sent it. A quote that is not closed is no quote. */
const unquoted = (value: string): string =>
  value.startsWith('"')
    ? value.slice(1, value.length > 1 && value.endsWith('"') ? -1 : undefined).replace(/\\(["\\])/g, '$1')
    : value

/** RFC 8187: `UTF-8''Or%C3%A7amento.pdf`. Undefined if malformed. */
function decodeExtended(value: string): string | undefined {
  const [, charset = 'utf-8', text = value] = /^([\w-]+)'[^']*'(.*)$/.exec(value) ?? []
  return decodeBytes(percentBytes(text), charset)
}

/** RFC 2231: a long name in parts, `filename*0*=UTF-8''Or%C3%A7a; filename*1=mento.pdf`. */
function continued(given: ReadonlyMap<string, string>): string | undefined {
  const parts: Buffer[] = []
  let charset = 'utf-8'
  for (let at = 0; at < MOST_PARTS; at++) {
    const encoded = given.get(`filename*${at}*`)
    const part = encoded ?? given.get(`filename*${at}`)
    if (part === undefined) break
    const [, named, text = part] = (at === 0 && encoded !== undefined && /^([\w-]*)'[^']*'(.*)$/.exec(part)) || []
    if (named) charset = named
    parts.push(encoded === undefined ? Buffer.from(part, 'latin1') : percentBytes(text))
  }
  return parts.length === 0 ? undefined : decodeBytes(Buffer.concat(parts), charset)
}
const MOST_PARTS = 20

/** As found in practice: bytes in UTF-8 or Latin-1, percent-encoded as in an address, or encoded as in a mail. */
function decodePlain(value: string): string {
  const words = value.replace(/\?=\s+=\?/g, '?==?')
  if (/=\?[\w-]+\?[bq]\?/i.test(words))
    return words.replace(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi, (word, charset: string, kind: string, text: string) => {
      const isBase64 = kind.toLowerCase() === 'b'
      const bytes = isBase64
        ? Buffer.from(text, 'base64')
        : percentBytes(text.replaceAll('_', ' ').replaceAll('=', '%'))
      return decodeBytes(bytes, charset) ?? word
    })
  const read = decodeBytes(Buffer.from(value, 'latin1'), 'utf-8') ?? value
  return (/%[\da-f]{2}/i.test(read) && percentDecoded(read)) || read
}

/** Undefined if it is not valid. */
function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Signs other than an encoded byte stand for themselves. */
const percentBytes = (text: string): Buffer =>
  Buffer.from(
    text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

function decodeBytes(bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Endings that people know; anything else after a dot belongs to the name. */
const known = new Set(
  `pdf jpg jpeg png gif webp bmp tif tiff heic heif avif svg ico mp3 ogg oga opus wav m4a aac amr flac wma mp4 m4v mov avi mkv
  webm 3gp mpg mpeg wmv doc docx docm xls xlsx xlsm xlsb ppt pptx pps odt ods odp rtf txt csv tsv xml json html htm log md zip
  rar 7z gz tgz tar bz2 apk exe msi iso dmg vcf ics ofx ret rem key p7s p7m p12 pfx cer crt dwg dxf psd ai eps epub cdr stl`.split(
    /\s+/,
  ),
)
/** Of the program that sends the file, not of the file. */
const programs = /\.(?:php\d?|phtml|aspx?|ashx|jspx?|do|action|cgi|pl|py|dll|exe)$/i

const endingIn = (name: string): string => /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
export const hasKnownEnding = (name: string): boolean => known.has(endingIn(name))

/** The name with the ending of its content, where it has none that people know. */
export function withEnding(name: string, ending: string | null): string {
  if (ending === null || hasKnownEnding(name) || endingIn(name) === ending) return name
  const stem = name.replace(programs, '').replace(/\.+$/, '')
  return fileName(`${stem.slice(0, 200 - ending.length - 1)}.${ending}`)
}
