/** Reads mails, also those that break the rules: wrong or missing character sets, thousands of parts, files within files. */
import { isUtf8 } from 'node:buffer'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { parserFor } from '../../parsing/worker/serve'
import { type Person, type ReadMail, type Report, readMailJob } from '../job'
import { filesOfTnef } from './tnef'

const MOST_DEPTH = 30
const MOST_HEADERS = 2_000_000
const MOST_LINE = 300
const MOST_REPORTS = 100
const MOST_REFERENCES = 50

export const parseMail = parserFor(readMailJob, async ({ path, folder, mostFiles, mostText }) => {
  const raw = Buffer.from(await Bun.file(path).arrayBuffer())
  const mail = await parse(raw)
  const all = mail.attachments.flatMap(unpacked)
  const isReport = all.some(({ mimeType }) => mimeType === 'message/delivery-status')
  const kept = isReport ? [] : all.slice(0, mostFiles)
  const files: ReadMail['files'] = []
  for (const { filename, mimeType, content } of kept) {
    const bytes = bytesOf(content)
    const to = join(folder, crypto.randomUUID())
    await writeFile(to, bytes, { mode: 0o600, flag: 'wx' })
    files.push({ path: to, name: line(filename ?? ''), declared: mimeType.slice(0, 100), size: bytes.length })
  }
  const text = await textOf(mail)
  return {
    from: personOf(mail.from),
    replyTo: mail.replyTo?.map(personOf).find((one) => one)?.address ?? '',
    subject: line(mail.subject ?? ''),
    sentAt: timeOf(mail.date),
    messageId: idsIn(mail.messageId)[0] ?? '',
    references: idsIn(mail.references).slice(-MOST_REFERENCES),
    text: text.slice(0, mostText).toWellFormed(),
    isCut: text.length > mostText,
    isAutomatic: isAutomatic(mail),
    files,
    leftOut: isReport ? 0 : all.length - kept.length,
    ...(isReport ? { reports: reportsOf(all), ...reportedOf(all) } : oldReportOf(mail)),
  }
})

const options = { maxNestingDepth: MOST_DEPTH, maxHeadersSize: MOST_HEADERS, rfc822Attachments: true }

async function parse(raw: Buffer): Promise<Email> {
  const bytes = withReadableHeaders(raw)
  const mail = await PostalMime.parse(bytes, options)
  // Text in another encoding than it says: what Windows writes, declared as UTF-8 or not at all.
  if (!broken(mail)) return mail
  const old = Buffer.from(
    bytes.toString('latin1').replace(/(charset\s*=\s*"?)(utf-?8|us-ascii)/gi, '$1windows-1252'),
    'latin1',
  )
  const again = await PostalMime.parse(declared(old), options)
  return broken(again) < broken(mail) ? again : mail
}

const broken = ({ text = '', html = '' }: Email): number => `${text}${html}`.split('\uFFFD').length - 1

/** A mail without any declaration is read as UTF-8; this one is not. */
function declared(raw: Buffer): Buffer {
  const text = raw.toString('latin1')
  const end = text.search(/\r?\n\r?\n/)
  if (end < 0 || /^content-type:/im.test(text.slice(0, end))) return raw
  return Buffer.from(`Content-Type: text/plain; charset=windows-1252\r\n${text}`, 'latin1')
}

/** Headers with bytes that are no UTF-8: what Windows writes, unencoded. */
function withReadableHeaders(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.subarray(0, end < 0 ? raw.length : end)
  if (isUtf8(head)) return raw
  const lines = head.toString('latin1').split('\r\n')
  const decoder = new TextDecoder('windows-1252')
  const repaired = lines.map((one) => {
    const bytes = Buffer.from(one, 'latin1')
    return isUtf8(bytes) ? bytes.toString() : decoder.decode(bytes)
  })
  return Buffer.concat([Buffer.from(repaired.join('\r\n')), raw.subarray(head.length)])
}

/** The text, also of a mail that has only HTML. UTF-8 declared as Latin letters reads `Ã©`, which is put right. */
async function textOf({ text = '', html = '' }: Email): Promise<string> {
  const said = text.trim() === '' && html !== '' ? await textOfHtml(html) : text
  return repaired(said)
    .replace(/\r\n?/g, '\n')
    .replace(/[\0\u200b\ufeff]/g, '')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim()
}

/** The library turns HTML into text only beside a part that is text. */
async function textOfHtml(html: string): Promise<string> {
  const parts = [
    'Content-Type: multipart/mixed; boundary=part',
    '--part\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64',
    `${Buffer.from(html).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n--part\r\nContent-Type: text/plain`,
    '--part--\r\n',
  ]
  const { text = '' } = await PostalMime.parse(parts.join('\r\n\r\n'))
  return text.replace(/\n{3,}/g, '\n\n')
}

const MOJIBAKE = /[ÂÃâ][\u0080-\u00bf\u20ac\u201a-\u2122\u0152-\u0192\u02c6\u02dc]/

function repaired(text: string): string {
  if (!MOJIBAKE.test(text)) return text
  const bytes: number[] = []
  for (const letter of text) {
    const byte = byteOf(letter)
    if (byte === undefined) return text // it has letters that Windows-1252 has not
    bytes.push(byte)
  }
  const found = Buffer.from(bytes)
  return isUtf8(found) ? found.toString() : text
}

/** Windows-1252 backwards. */
const letters = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter, byte] as const,
  ),
)
const byteOf = (letter: string): number | undefined => letters.get(letter)

/** A `winmail.dat` of Outlook has the files within it. */
function unpacked(file: Attachment): Attachment[] {
  const isTnef = file.mimeType === 'application/ms-tnef' || file.filename?.toLowerCase() === 'winmail.dat'
  const inside = isTnef ? filesOfTnef(bytesOf(file.content)) : undefined
  return (
    inside?.map(({ name, content }) => ({
      ...file,
      filename: name,
      mimeType: 'application/octet-stream',
      content,
    })) ?? [file]
  )
}

const bytesOf = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

function personOf(address: Address | undefined): Person | null {
  if (!address) return null
  const one = address.group ? address.group[0] : address
  return one?.address ? { name: line(one.name ?? ''), address: line(one.address) } : null
}

const line = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MOST_LINE)
    .toWellFormed()

function timeOf(date: string | undefined): number | null {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? null : time
}

const idsIn = (words = ''): string[] => (words.match(/<[^<>\s]{1,250}>/g) ?? []).map((id) => id.slice(1, -1))

/** RFC 3834, and what came before it. */
function isAutomatic({ headers }: Email): boolean {
  const headerOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  const auto = headerOf('auto-submitted')
  return (
    (auto !== undefined && auto !== 'no') ||
    headerOf('x-autoreply') !== undefined ||
    headerOf('x-autorespond') !== undefined ||
    headerOf('x-auto-response-suppress') === 'all' ||
    /^(auto_reply|auto-reply|bulk|junk|list)$/.test(headerOf('precedence') ?? '')
  )
}

/** The groups of a delivery status, the first of which is about the whole mail. */
function reportsOf(files: readonly Attachment[]): Report[] {
  const status = files.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const text = status ? Buffer.from(bytesOf(status.content)).toString('utf8').slice(0, MOST_HEADERS) : ''
  const groups = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n\s*\n/)
  return groups
    .map((group) => new Map(group.split('\n').map((one) => fieldOf(one))))
    .filter((fields) => fields.has('action') || fields.has('final-recipient'))
    .slice(0, MOST_REPORTS)
    .map((fields) => ({
      recipient: addressIn(fields.get('final-recipient')),
      original: addressIn(fields.get('original-recipient')),
      action: (fields.get('action') ?? '').toLowerCase().slice(0, 20),
      status: /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '',
      words: line((fields.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;/, '')),
    }))
}

function fieldOf(text: string): [name: string, value: string] {
  const colon = text.indexOf(':')
  return [text.slice(0, Math.max(colon, 0)).trim().toLowerCase(), text.slice(colon + 1).trim()]
}

/** `rfc822;ana@casa.example` */
const addressIn = (value = ''): string => line(value.replace(/^[^;]*;/, '').replace(/[<>]/g, ''))

/** Without parts for machines, as Exim sends it: a header names who was not reached. */
function oldReportOf({ headers }: Email): Pick<ReadMail, 'reports' | 'reportedId' | 'reportedTo'> {
  const named = headers.find(({ key }) => key === 'x-failed-recipients')?.value.split(',', MOST_REPORTS) ?? []
  const failed = named.map(line).filter((one) => one.includes('@'))
  const reports = failed.map((recipient) => ({ recipient, original: '', action: 'failed', status: '', words: '' }))
  return { ...(reports.length > 0 && { reports }), reportedId: '', reportedTo: failed[0] ?? '' }
}

/** From the headers of the mail that a report repeats. */
function reportedOf(files: readonly Attachment[]): Pick<ReadMail, 'reportedId' | 'reportedTo'> {
  for (const { mimeType, content } of files) {
    if (mimeType !== 'message/rfc822' && mimeType !== 'text/rfc822-headers') continue
    const head =
      Buffer.from(bytesOf(content))
        .toString('latin1')
        .slice(0, MOST_HEADERS)
        .split(/\r?\n\r?\n/, 1)[0] ?? ''
    const reportedId = /^message-id:\s*<([^<>\s]{1,250})>/im.exec(head)?.[1]
    const reportedTo = /^to:\s*(?:[^\r\n]*<)?([^\s<>,;]{1,254}@[^\s<>,;]{1,253})/im.exec(head)?.[1] ?? ''
    if (reportedId !== undefined) return { reportedId, reportedTo }
  }
  return { reportedId: '', reportedTo: '' }
}
