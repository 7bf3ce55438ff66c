/** What their servers put before a text: the attendant's name, or the mark of an automatic message. Pure. */

export type ReadBody = {
  /** Without signature and mark. */
  readonly text: string
  /** The only trace of who wrote it, in most products. */
  readonly signature: string | null
  readonly isAutomatic: boolean
}

/** A mark that shows nothing, with or without a blank. */
const automatic = /^\u200e ?/
/** `*Name:*` and a line break; Izing writes `*Name*:`. A name has no line break and no asterisk. */
const signed = /^\*([^*\n]{1,255}?)(?::\*|\*:)[ \t]*\r?\n ?/

export function readBody(body: string): ReadBody {
  const isAutomatic = automatic.test(body)
  const said = isAutomatic ? body.replace(automatic, '') : body
  const signature = signed.exec(said)
  if (!signature) return { text: said, signature: null, isAutomatic }
  return { text: said.slice(signature[0].length), signature: signature[1]?.trim() ?? null, isAutomatic }
}
