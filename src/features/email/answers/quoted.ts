/** Divides an answer into what its writer says and what mail programs repeat below it. Pure. */

type DividedText = { readonly said: string; readonly quoted: string }

/** Lines before a repeated mail: `Em seg., 3 de fev. de 2025 às 10:00, Ana <ana@x> escreveu:`. They may go over two lines. */
const INTRODUCTIONS = [
  /^(Em|On|El|Le|Am)\b.{0,300}\b(escreveu|wrote|escribió|a écrit|schrieb)\s*:?\s*$/i,
  /^.{0,300}\b(tarihinde|şunu yazdı|yazdı)\s*:?\s*$/i,
  /^.{0,200}\d{4}.{0,100}<[^<>\s]+@[^<>\s]+>\s*:?\s*$/,
]
/** What Outlook and others draw or write above it. */
const SEPARATORS = [
  /^-{2,}\s*(Mensagem original|Mensagem encaminhada|Original Message|Forwarded message|Mensaje original|Mensaje reenviado|Orijinal Mesaj|Özgün ileti|İletilen ileti)\s*-{2,}$/i,
  /^_{20,}$/,
]
/** The block of headers of Outlook: at least two of them on following lines. */
const HEADER =
  /^\*?(De|From|Kimden|Enviad[oa]( em| el)?|Sent|Gönderildi|Para|To|Kime|Assunto|Subject|Asunto|Konu|Data|Date|Fecha|Tarih|Cc)\s*:\*?\s/i
const FIRST_HEADER = /^\*?(De|From|Kimden)\s*:\*?\s/i
const MOST_LINES = 5_000

export function divideQuote(text: string): DividedText {
  const lines = text.split('\n', MOST_LINES)
  const at = lines.findIndex((_, index) => beginsQuote(lines, index))
  const from = at < 0 ? trailingQuote(lines) : at
  if (from < 0) return { said: text.trim(), quoted: '' }
  const position = lines.slice(0, from).reduce((sum, line) => sum + line.length + 1, 0)
  const said = text.slice(0, position).trim()
  // A mail that begins with a repetition answers within it: nothing is folded away.
  return said === '' ? { said: text.trim(), quoted: '' } : { said, quoted: text.slice(position).trim() }
}

function beginsQuote(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim() ?? ''
  if (line === '') return false
  if (SEPARATORS.some((one) => one.test(line))) return true
  const next = lines[at + 1]?.trim() ?? ''
  if (INTRODUCTIONS.some((one) => one.test(line) || (next !== '' && one.test(`${line} ${next}`))))
    return hasOnlyQuoteAfter(lines, at)
  return FIRST_HEADER.test(line) && HEADER.test(next)
}

/** Not where somebody answers below each repeated part. */
function hasOnlyQuoteAfter(lines: readonly string[], at: number): boolean {
  const rest = lines.slice(at + 1).filter((line) => line.trim() !== '')
  const quoted = rest.filter((line) => line.trimStart().startsWith('>')).length
  if (quoted === 0) return true // HTML, whose repetition has no marks
  const last = rest.findLastIndex((line) => line.trimStart().startsWith('>'))
  const first = rest.findIndex((line) => line.trimStart().startsWith('>'))
  return rest.slice(first, last).every((line) => line.trimStart().startsWith('>')) && rest.length - 1 - last <= 12
}

/** Lines with `>` at the end, without an introduction. */
function trailingQuote(lines: readonly string[]): number {
  let at = lines.length
  while (at > 0 && (lines[at - 1]?.trim() === '' || lines[at - 1]?.trimStart().startsWith('>'))) at--
  return lines.slice(at).some((line) => line.trimStart().startsWith('>')) ? at : -1
}
