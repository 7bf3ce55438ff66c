/**
 * Encodings of text without Unicode: Windows', DOS's (old systems, dBase) and that of old Macs. The letters show which one
 * a file has. Pure.
 */

export type OldEncoding = { decode(bytes: Uint8Array): string }

/** Code page 850 from 0x80 on; no decoder of the platform has it. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const dos: OldEncoding = {
  decode(bytes) {
    let text = ''
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
      text += Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(CHUNK_BYTES, bytes.length - from))
        .toString('latin1')
        .replace(/[\x80-\xff]/g, (sign) => DOS[sign.charCodeAt(0) - 0x80] ?? sign)
    return text
  },
}
const CHUNK_BYTES = 1_000_000

/** Accented letters that Portuguese and Spanish have, and others of Europe. */
const [COMMON, RARE] = ['áàâãéêíóôõúüçñ', 'äèëîìïöòûùåÿ']
const common = new Set(COMMON + COMMON.toUpperCase())
const rare = new Set(RARE + RARE.toUpperCase())
/** Signs that stand within words, and at their ends. */
const within = new Set('\u00a0’´·ªº°')
const atEnds = new Set('‘“”–—…•«»®™€£¢§¿¡¹²³×')
const isLetter = (sign: string) => /\p{L}/u.test(sign)

/** Bytes that are looked at. */
const SAMPLE_BYTES = 500_000
/** Windows' encoding is the usual one: another must make so many times less nonsense of the text. */
const FAR_LESS = 3

export const windowsOf = (language: string): OldEncoding =>
  new TextDecoder(language === 'tr' ? 'windows-1254' : 'windows-1252')

/** `bytes` are not UTF-8. */
export function oldEncodingOf(bytes: Uint8Array, language: string): OldEncoding {
  const windows = windowsOf(language)
  if (language === 'tr') return windows
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const { nonsense } = judge(windows.decode(sample))
  if (nonsense === 0) return windows
  const [best] = [dos, new TextDecoder('macintosh')]
    .map((encoding) => ({ encoding, ...judge(encoding.decode(sample)) }))
    .toSorted((a, b) => a.nonsense - b.nonsense || b.letters - a.letters)
  return best && best.letters > 0 && best.nonsense * FAR_LESS < nonsense ? best.encoding : windows
}

/** Counts common letters, and signs that make no sense where they stand. */
function judge(text: string): { readonly letters: number; readonly nonsense: number } {
  let [letters, nonsense] = [0, 0]
  for (const { 0: sign, index } of text.matchAll(/[^\0-\x7f]/g)) {
    const [before = '', after = ''] = [text[index - 1], text[index + 1]]
    if (common.has(sign) || rare.has(sign)) {
      const isOdd = isUpper(sign) ? isLower(before) : isUpper(before) && isUpper(after)
      if (isOdd) nonsense++
      else if (common.has(sign)) letters++
    } else if (!within.has(sign) && !(atEnds.has(sign) && !(isLetter(before) && isLetter(after)))) nonsense++
  }
  return { letters, nonsense }
}
const isUpper = (sign: string) => sign !== sign.toLowerCase()
const isLower = (sign: string) => sign !== sign.toUpperCase()
