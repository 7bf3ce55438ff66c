/** The files in a `winmail.dat` (TNEF), as Outlook sends them to people without Outlook. Pure. */

type TnefFile = { readonly name: string; readonly content: Uint8Array }

const SIGNATURE = 0x223e9f78
const LEVEL_FILE = 2
const RENDERING = 0x00069002 // begins a file
const TITLE = 0x00018010
const CONTENT = 0x0006800f
const PROPERTIES = 0x00069005
/** The long name among the properties; TITLE is that of DOS. */
const LONG_NAME = 0x3707
const MOST_FILES = 100

/** Undefined if it is none, or broken at its beginning. */
export function filesOfTnef(bytes: Uint8Array): TnefFile[] | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (data.length < 6 || data.readUInt32LE(0) !== SIGNATURE) return undefined
  const files: { name: string; content: Uint8Array | undefined }[] = []
  // level, attribute, length, content, checksum
  for (let at = 6; at + 9 <= data.length && files.length <= MOST_FILES; ) {
    const [level, attribute, length] = [data.readUInt8(at), data.readUInt32LE(at + 1), data.readUInt32LE(at + 5)]
    const content = data.subarray(at + 9, at + 9 + length)
    at += 9 + length + 2
    if (content.length < length) break
    if (level !== LEVEL_FILE) continue
    if (attribute === RENDERING) files.push({ name: '', content: undefined })
    const file = files.at(-1)
    if (!file) continue
    if (attribute === TITLE && file.name === '') file.name = withoutNull(content.toString('latin1'))
    if (attribute === CONTENT) file.content = content
    if (attribute === PROPERTIES) file.name = longName(content) ?? file.name
  }
  return files.flatMap(({ name, content }) => (content ? [{ name, content }] : []))
}

const withoutNull = (text: string): string => text.split('\0', 1)[0] ?? ''

/** Searched for, not parsed: the properties before it are of twenty types. */
function longName(properties: Buffer): string | undefined {
  for (const [type, encoding] of [
    [0x001f, 'utf16le'],
    [0x001e, 'latin1'],
  ] as const) {
    const mark = Buffer.alloc(8)
    mark.writeUInt16LE(type, 0)
    mark.writeUInt16LE(LONG_NAME, 2)
    mark.writeUInt32LE(1, 4) // one value
    const at = properties.indexOf(mark)
    if (at < 0 || at + 12 > properties.length) continue
    const length = properties.readUInt32LE(at + 8)
    const text = withoutNull(properties.subarray(at + 12, at + 12 + Math.min(length, 1000)).toString(encoding))
    if (text !== '') return text
  }
  return undefined
}
